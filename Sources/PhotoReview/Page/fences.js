// Fences on the page that is served: listed, drawn on the map or typed, taken from suggestions, and saved once their
// effect is seen.

/** How long a draft has to rest before its effect is asked for, in milliseconds. */
const effectDelay = 250;

/** A button with a text, and a longer name where the text says too little without what is around it. */
function actButton(text, act, name = '') {
  const button = element('button', '', text);
  button.type = 'button';
  if (name) button.ariaLabel = name;
  button.addEventListener('click', act);
  return button;
}

/** A number that a person typed, also with a comma or a unit of length; NaN if it is none. */
function typedNumber(text) {
  const match = text.trim().match(/^([+-]?\d+(?:[.,]\d+)?)\s*(m|km)?$/i);
  return match ? Number(match[1].replace(',', '.')) * (match[2]?.toLowerCase() === 'km' ? 1000 : 1) : NaN;
}

/** What a draft would change, as the server tells it, in words. */
function changeWords({ from, to, photos }) {
  return `${counted(photos, 'photo')}: ${from ?? 'not judged'} → ${to}`;
}

/** The part of the page for fences: the list, the form of the draft, its effect, suggestions. */
class FencePart {
  /** `page` asks the person and the server, and selects photos. */
  constructor(page) {
    Object.assign(this, { page, map: page.map, fences: page.photos.about.fences });
    this.tool = new FenceTool(this.map, this);
    this.map.tool = this.tool;
    this.questions = 0;
    this.build();
    this.fillList();
  }

  build() {
    const { fenceEdits } = this.page.photos.about;
    this.hint = element('p', 'quiet');
    this.hint.id = 'fence-hint';
    this.status = element('p');
    this.status.role = 'status';
    this.list = element('ul', 'fence-list');
    this.list.ariaLabel = 'Fences';
    this.suggestionList = element('ul', 'suggested');
    this.suggestionList.ariaLabel = 'Suggested fences';
    this.suggestionList.hidden = true;
    const acts = element('div', 'acts', [
      actButton('Draw a circle', () => this.draw({})),
      actButton('Draw a polygon', () => this.draw({ points: [] })),
      actButton('Suggestions', (event) => this.suggest(event.currentTarget)),
      actButton('Undo the last change', () => this.undo()),
    ]);
    acts.hidden = !fenceEdits;
    this.suggestButton = acts.children[2];
    this.suggestButton.setAttribute('aria-expanded', 'false');
    this.buildForm();
    const section = element('section', '', [
      element('h2', '', 'Fences'),
      acts,
      this.hint,
      this.form,
      this.status,
      this.suggestionList,
      this.list,
    ]);
    section.id = 'fences';
    section.ariaLabel = 'Fences';
    this.page.at('map').append(section);
    this.page.at('map').classList.add('edits');
    this.page.at('map-canvas').setAttribute('aria-describedby', 'map-help fence-hint');
    this.page.at('map-help').textContent +=
      ' Shift and drag, or Shift and Enter, selects photos; click a fence to open it.';
  }

  buildForm() {
    this.inputs = {};
    this.errors = {};
    this.title = element('h3');
    this.kinds = ['work', 'never'].map((kind) => {
      const input = element('input');
      Object.assign(input, { type: 'radio', name: 'fence-kind', value: kind });
      input.addEventListener('change', () => this.typed('kind'));
      return element('label', '', [input, kind === 'work' ? 'Work' : 'Never work']);
    });
    const kinds = element('fieldset', '', [element('legend', '', 'Photos inside are'), ...this.kinds]);
    this.pointWords = element('span');
    this.pointTools = element('div', 'acts', [
      this.pointWords,
      actButton('Previous', () => this.stepPoint(-1), 'Previous point'),
      actButton('Next', () => this.stepPoint(1), 'Next point'),
      actButton('Add a point', () => this.tool.insertPoint()),
      actButton('Remove', () => this.tool.removePoint(this.pointIndex), 'Remove the point'),
    ]);
    this.place = element('div', 'fields', [
      this.field('latitude', 'Latitude'),
      this.field('longitude', 'Longitude'),
      this.field('radius', 'Radius in metres'),
    ]);
    this.shapeError = this.errorLine('shape');
    this.effect = element('div', 'effect');
    this.effect.role = 'status';
    this.effect.ariaLabel = 'Effect';
    this.saveButton = element('button', 'primary', 'Save');
    this.saveButton.type = 'submit';
    this.removeButton = actButton('Remove the fence', () => this.remove());
    this.form = element('form', 'fence-form', [
      this.title,
      element('div', 'naming', [this.field('name', 'Name'), kinds]),
      this.pointTools,
      this.place,
      this.shapeError,
      this.effect,
      element('div', 'acts', [this.saveButton, actButton('Cancel', () => this.cancel()), this.removeButton]),
    ]);
    Object.assign(this.form, { id: 'fence-form', hidden: true, noValidate: true, autocomplete: 'off' });
    this.form.ariaLabel = 'Fence';
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.save();
    });
    // The keys of the page do not work in it.
    this.form.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key !== 'Escape') return;
      // Else the same key would close the question.
      event.preventDefault();
      this.cancel();
    });
  }

  /** A field with its label, and the place for what is wrong with it. */
  field(name, label) {
    const input = element('input');
    Object.assign(input, { type: 'text', id: `fence-${name}` });
    if (name !== 'name') input.inputMode = 'decimal';
    input.addEventListener('input', ({ inputType }) => this.typed(name, inputType === 'insertFromPaste'));
    if (name === 'latitude') input.addEventListener('change', () => this.typed(name, true));
    this.inputs[name] = input;
    return element('div', 'field', [element('label', '', [element('span', '', label), input]), this.errorLine(name)]);
  }

  errorLine(name) {
    const line = element('p', 'error');
    line.id = `fence-${name}-error`;
    line.role = 'alert';
    this.errors[name] = line;
    this.inputs[name]?.setAttribute('aria-describedby', line.id);
    return line;
  }

  // The list.

  fillList() {
    const focused = this.list.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    const open = this.tool.draft?.name;
    this.list.replaceChildren(
      ...this.fences.map((fence) => {
        const button = actButton([fence.name, element('span', 'dim', ` ${this.wordsOf(fence)}`)], () =>
          this.open(fence.name, true),
        );
        button.dataset.name = fence.name;
        if (fence.name === open) button.setAttribute('aria-current', 'true');
        return element('li', '', button);
      }),
    );
    if (focused !== null) this.focusFence(focused);
    if (this.tool.draft) return;
    this.hint.textContent = this.page.photos.about.fenceEdits
      ? ''
      : 'The file of fences cannot be written here, so that they can only be looked at.';
  }

  focusFence(name) {
    const button = [...this.list.querySelectorAll('button')].find(({ dataset }) => dataset.name === name);
    (button ?? this.page.at('map-canvas')).focus({ preventScroll: true });
  }

  wordsOf({ kind, center, radius, rings }) {
    const word = kind === 'never' ? 'never work' : 'work';
    if (center) return `${word}, radius ${radiusText(radius)}`;
    const points = rings.reduce((sum, ring) => sum + ring.points.length / 2 - 1, 0);
    return `${word}, polygon of ${counted(points, 'point')}`;
  }

  /** Told of what changed: other fences come with it if there are some. */
  changed({ fences }) {
    if (!fences) return;
    this.fences = fences;
    this.page.photos.about.fences = fences;
    this.map.showFences(fences);
    this.fillList();
    if (this.tool.draft) this.wait();
  }

  // The draft.

  /** Begins a new fence that is drawn or typed. */
  async draw(shape) {
    if (!(await this.cancel())) return;
    this.show(new Draft({ label: this.freeName(shape.label ?? 'New fence'), ...shape, name: null }));
    this.page.at('map-canvas').focus({ preventScroll: true });
    this.bringIntoSight();
  }

  freeName(wish) {
    const taken = new Set(this.fences.map(({ name }) => name));
    let name = wish;
    for (let number = 2; taken.has(name); number += 1) name = `${wish} ${number}`;
    return name;
  }

  /** Opens a fence that is there; from the list it is also brought into sight. */
  async open(name, isFromList = false) {
    const fence = this.fences.find((one) => one.name === name);
    if (!fence || fence.name === this.tool.draft?.name) return;
    if (isFromList) this.showLines(fence.rings.map(({ points }) => pairs(points)));
    if (!this.page.photos.about.fenceEdits || !(await this.cancel())) return;
    this.show(Draft.of(fence));
    this.fillList();
    if (isFromList) this.focusForm();
  }

  /** Brings lines into sight, and some ground around them. */
  showLines(lines) {
    const points = lines.flat();
    const xs = points.map(([longitude]) => mercatorX(longitude));
    const ys = points.map(([, latitude]) => mercatorY(latitude));
    const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = Math.max(east - west, south - north) / 2;
    this.map.showBox(west - room, north - room, east + room, south + room);
  }

  show(draft) {
    this.tell('');
    // The map stays where it is while something is drawn on it.
    this.map.fitted = null;
    draft.since = this.page.server.moment;
    this.tool.edit(draft);
    this.form.hidden = false;
    this.page.at('map').classList.add('drafting');
    this.title.textContent = draft.name === null ? 'New fence' : `Fence ${draft.name}`;
    this.removeButton.hidden = draft.name === null;
    this.closeSuggestions();
    this.effect.replaceChildren();
    for (const line of Object.values(this.errors)) line.textContent = '';
    this.fillForm();
    this.reshaped();
  }

  /** Ends editing, and asks before changes are lost; false if they are kept. */
  async cancel() {
    const { draft } = this.tool;
    if (!draft) return true;
    const isLost = draft.name === null ? draft.isShaped : draft.isChanged;
    if (isLost) {
      const headline = `Give up the changes of ${draft.label || 'the fence'}?`;
      if (!(await this.page.ask({ headline, lines: ['They are not saved.'], photos: 0 }))) return false;
    }
    this.close();
    if (draft.name === null) this.page.at('map-canvas').focus({ preventScroll: true });
    else this.focusFence(draft.name);
    return true;
  }

  close() {
    clearTimeout(this.timer);
    this.questions += 1;
    this.tool.clear();
    this.form.hidden = true;
    this.page.at('map').classList.remove('drafting');
    this.tell('');
    this.map.preview([]);
    this.map.draw();
    this.fillList();
  }

  focusForm() {
    this.bringIntoSight();
    this.inputs.name.focus({ preventScroll: true });
    this.inputs.name.select();
  }

  /** Brings the map and the form into sight, the form if there is no room for both. */
  bringIntoSight() {
    for (const part of [this.page.at('map-canvas'), this.form]) part.scrollIntoView({ block: 'nearest' });
  }

  tell(words) {
    this.status.textContent = words;
  }

  /** Told by the tool that the draft has another shape or another chosen point. */
  reshaped() {
    const { draft, isDrawing, chosen } = this.tool;
    if (!draft) return;
    this.fillForm();
    this.hint.textContent = this.hintWords(draft, isDrawing);
    if (chosen !== null) this.tell(`${this.pointWords.textContent}: ${draft.points[chosen].toReversed().join(', ')}`);
    else if (draft.isCircle && draft.isShaped) this.tell(`Radius ${radiusText(draft.radius)}`);
    else if (draft.points) this.tell(counted(draft.points.length, 'point'));
    this.map.draw();
    this.wait();
  }

  hintWords(draft, isDrawing) {
    if (draft.parts) return 'It has several lines: its name and kind are changed here, its shape in the file.';
    if (isDrawing && draft.isCircle)
      return 'Press where its middle is and drag to its edge, or type the numbers. Keys in the map: Space puts it into the middle of the map.';
    if (isDrawing)
      return 'Click each point; a click on the first one or Enter closes it. Keys in the map: Space puts a point into the middle of the map, Backspace takes the last one back.';
    if (draft.isCircle)
      return 'Drag its middle to move it, its edge to resize it. Keys in the map: arrows, + and -; with Shift farther; Escape gives it up.';
    return 'Drag a point, or the ring in the middle to move all; a small square adds a point. Keys in the map: Tab goes through the points, arrows move, n adds, Delete removes.';
  }

  get pointIndex() {
    const { chosen, draft } = this.tool;
    return chosen ?? (draft.points.length > 0 ? 0 : null);
  }

  stepPoint(step) {
    const { length } = this.tool.draft.points;
    if (length > 0) this.tool.choose((this.pointIndex + step + length) % length);
  }

  /** Writes the draft into the fields, but for the one that is typed in. */
  fillForm() {
    const { draft } = this.tool;
    const { points, center, radius } = draft;
    const at = points ? points[this.pointIndex ?? -1] : center;
    this.pointTools.hidden = points === null;
    this.place.hidden = draft.parts !== null;
    this.inputs.radius.closest('.field').hidden = points !== null;
    if (points) {
      this.pointWords.textContent =
        points.length > 0 ? `Point ${this.pointIndex + 1} of ${points.length}` : 'No point yet';
    }
    const values = { name: draft.label, latitude: at?.[1], longitude: at?.[0], radius };
    for (const [name, value] of Object.entries(values)) {
      if (document.activeElement !== this.inputs[name]) this.inputs[name].value = value ?? '';
    }
    for (const label of this.kinds) label.firstChild.checked = label.firstChild.value === draft.kind;
  }

  /** Takes what is typed into the draft; what is whole may be latitude and longitude in one, as maps write them. */
  typed(name, isWhole = false) {
    const { draft } = this.tool;
    const { inputs } = this;
    if (!draft) return;
    const both = isWhole && inputs.latitude.value.match(/^\s*(-?\d+\.\d+)\s*[,;\s]\s*(-?\d+\.\d+)\s*$/);
    if (both) [inputs.latitude.value, inputs.longitude.value] = both.slice(1);
    if (name === 'name') draft.label = inputs.name.value.trim();
    else if (name === 'kind') draft.kind = this.kinds.find((label) => label.firstChild.checked).firstChild.value;
    else this.takeNumbers(draft, name);
    if (draft.isCircle && draft.isShaped) this.tool.isDrawing = false;
    this.reshaped();
  }

  takeNumbers(draft, name) {
    const [latitude, longitude, radius] = ['latitude', 'longitude', 'radius'].map((one) =>
      typedNumber(this.inputs[one].value),
    );
    const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
    if (name === 'radius') {
      if (radius > 0 && radius <= mostRadius) draft.radius = radius;
    } else if (isPlace) {
      if (!draft.points) draft.center = [longitude, latitude];
      else if (draft.points.length > 0) draft.points[this.pointIndex] = [longitude, latitude];
      else draft.points.push([longitude, latitude]);
      this.keepInSight();
    }
  }

  keepInSight() {
    const { draft, map } = this.tool;
    const { width, height } = map.size();
    const [x, y] = map.pointOf(draft.points?.[this.pointIndex] ?? draft.middle);
    if (x < 0 || y < 0 || x > width || y > height) map.moveBy(width / 2 - x, height / 2 - y);
  }

  /** What is wrong with the fields, by field; empty if nothing is. */
  problems() {
    const { draft } = this.tool;
    const problems = {};
    if (draft.label === '') problems.name = 'A fence needs a name.';
    if (draft.label !== draft.name && this.fences.some(({ name }) => name === draft.label))
      problems.name = 'Another fence has this name.';
    if (draft.parts) return problems;
    const value = (name) => typedNumber(this.inputs[name].value);
    if (!(Math.abs(value('latitude')) <= 90)) problems.latitude = 'A number from -90 to 90.';
    if (!(Math.abs(value('longitude')) <= 180)) problems.longitude = 'A number from -180 to 180.';
    if (draft.isCircle && !(value('radius') > 0 && value('radius') <= mostRadius))
      problems.radius = 'A number of metres above 0.';
    if (draft.points && draft.points.length < 3) problems.shape = 'A polygon has at least 3 points.';
    return problems;
  }

  /** Shows what is wrong, at the field that it concerns. */
  showProblems(problems) {
    for (const [name, line] of Object.entries(this.errors)) {
      line.textContent = problems[name] ?? '';
      this.inputs[name]?.setAttribute('aria-invalid', String(Boolean(problems[name])));
    }
  }

  /** The field that a refusal of the server's concerns. */
  fieldOf(message) {
    const { draft } = this.tool;
    const names = ['radius', 'latitude', 'longitude', 'name'].filter((name) => !this.inputs[name].closest('[hidden]'));
    return draft && (names.find((name) => new RegExp(`\\b${name}`, 'i').test(message)) ?? 'shape');
  }

  // The effect and the server.

  /** Asks for the effect once the draft rests. */
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.askEffect(), effectDelay);
  }

  async askEffect() {
    const { draft, grip, isDrawing } = this.tool;
    if (!draft || grip || (isDrawing && !draft.isShaped)) return;
    this.questions += 1;
    const question = this.questions;
    const problems = this.problems();
    this.showProblems(problems);
    const isSame = draft.name !== null && !draft.isChanged;
    if (isSame || Object.keys(problems).length > 0) {
      this.showEffect(null);
      return;
    }
    try {
      const answer = await this.page.server.post('/fence', { ...draft.request(), save: false, confirmed: false });
      if (question === this.questions) this.showEffect(answer.ask ? { words: answer.ask.headline } : answer);
    } catch (error) {
      if (question !== this.questions) return;
      this.showEffect(null);
      this.showProblems({ [this.fieldOf(error.message)]: error.message });
    }
  }

  /** Shows what the draft would change, in words and on the map. */
  showEffect(answer) {
    const { words = '', changes = [], rows = [] } = answer ?? {};
    const photos = changes.reduce((sum, change) => sum + change.photos, 0);
    this.effect.replaceChildren(
      words && changes.length === 0 ? element('p', '', words) : '',
      changes.length > 0
        ? element(
            'ul',
            '',
            changes.map((change) =>
              element('li', '', [glyph(verdictNames.indexOf(change.to)), ` ${changeWords(change)}`]),
            ),
          )
        : '',
      rows.length > 0 && rows.length < photos
        ? element('p', 'quiet', `The map shows ${numbers.format(rows.length)} of them.`)
        : '',
    );
    this.map.preview(rows.map(({ row, verdict }) => [row, verdictNames.indexOf(verdict)]));
  }

  /** Makes a change, which the person confirms where the server wants that; null if not, which is then said. */
  async change(request) {
    const since = this.tool.draft?.since;
    let answer = null;
    try {
      answer = await this.page.decisions.change('/fence', { ...request, since, save: true });
      if (!answer) return null;
      await this.page.server.askAgain();
    } catch (error) {
      this.refuse(error);
    }
    // What has changed by it did not change elsewhere.
    this.page.say('');
    return answer;
  }

  refuse(error) {
    const field = error.kind === 'refused' ? this.fieldOf(error.message) : null;
    if (!field) {
      this.tell(error.message);
      if (error.isChanged) this.page.server.askAgain();
      return;
    }
    this.showProblems({ [field]: error.message });
    this.inputs[field]?.focus();
  }

  async save() {
    const { draft } = this.tool;
    const problems = this.problems();
    this.showProblems(problems);
    const [wrong] = Object.keys(problems);
    if (wrong) {
      (this.inputs[wrong] ?? this.inputs.name).focus();
      return;
    }
    if (draft.name !== null && !draft.isChanged) {
      this.close();
      this.tell('Nothing was changed.');
      return;
    }
    clearTimeout(this.timer);
    this.saveButton.disabled = true;
    const answer = await this.change(draft.request());
    this.saveButton.disabled = false;
    if (answer) this.finish(draft.label, 'Saved.', answer);
  }

  /** Closes the form after a change, and says what it was. */
  finish(name, act, answer) {
    this.close();
    this.focusFence(name);
    this.tell(`${act} ${answer.words}`);
  }

  async remove() {
    const { name } = this.tool.draft;
    const answer = await this.change({ act: 'remove', name });
    if (answer) this.finish(name, 'Removed.', answer);
  }

  async undo() {
    if (!(await this.cancel())) return;
    const answer = await this.change({ act: 'undo' });
    if (answer) this.tell(answer.words);
  }

  // Suggestions.

  closeSuggestions() {
    this.tool.suggestions = [];
    this.suggestionList.hidden = true;
    this.suggestButton.setAttribute('aria-expanded', 'false');
    this.map.draw();
  }

  /** Shows places that could become fences, or hides them again. */
  async suggest(button) {
    if (!this.suggestionList.hidden) {
      this.closeSuggestions();
      return;
    }
    if (!(await this.cancel())) return;
    this.tell('Looking for places with many photos…');
    button.disabled = true;
    try {
      const { suggestions } = await this.page.server.get('/suggestions');
      this.tell(suggestions.length === 0 ? 'There is nothing to suggest.' : counted(suggestions.length, 'suggestion'));
      this.showSuggestions(suggestions);
    } catch (error) {
      this.tell(error.message);
    }
    button.disabled = false;
    button.focus({ preventScroll: true });
  }

  showSuggestions(suggestions) {
    this.tool.suggestions = suggestions;
    this.suggestButton.setAttribute('aria-expanded', 'true');
    this.suggestionList.hidden = suggestions.length === 0;
    this.suggestionList.replaceChildren(
      ...suggestions.map((suggestion) => {
        const { name, radius, photos, days, words } = suggestion;
        const about = `${counted(photos, 'photo')} on ${counted(days, 'day')}, radius ${radiusText(radius)}`;
        const button = actButton([name, element('span', 'dim', ` ${about}`)], () => this.take(suggestion));
        return element('li', '', [button, words ? element('p', 'quiet', words) : '']);
      }),
    );
    const lines = suggestions.map(({ longitude, latitude, radius }) => circleLine([longitude, latitude], radius));
    if (lines.length > 0) this.showLines(lines);
  }

  /** Takes a suggestion into the form. */
  take({ name, kind, longitude, latitude, radius }) {
    const center = [longitude, latitude];
    this.closeSuggestions();
    this.show(new Draft({ label: this.freeName(name), kind: kind ?? 'work', center, radius: tidyRadius(radius) }));
    this.showLines([circleLine(center, radius)]);
    this.focusForm();
  }
}
