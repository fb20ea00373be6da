// Fences on the page that is served: drawn on the map or typed, taken from suggestions, and saved once their effect is
// seen. One shape at a time is edited, the draft, and only its handles move it.

const equatorRadius = 6378137;
const flattening = 1 / 298.257223563;
const mostRadius = 20037508;
const cornersOfCircle = 120;

/** How near to a handle the pointer takes it, and how far a key moves a shape, in pixels. */
const reach = 12;
const keyStep = 8;

/** How long a draft has to rest before its effect is asked for, in milliseconds. */
const effectDelay = 250;

function radians(degrees) {
  return (degrees * Math.PI) / 180;
}

/** Metres along the ellipsoid between two points, by Lambert's formula: good to some metres over thousands of km. */
function metersBetween([longitude, latitude], [otherLongitude, otherLatitude]) {
  const reduced = (degrees) => Math.atan((1 - flattening) * Math.tan(radians(degrees)));
  const [from, to] = [reduced(latitude), reduced(otherLatitude)];
  const [half, mean] = [(to - from) / 2, (to + from) / 2];
  const east = Math.sin(radians(otherLongitude - longitude) / 2);
  const root = Math.sqrt(Math.sin(half) ** 2 + Math.cos(from) * Math.cos(to) * east ** 2);
  const arc = 2 * Math.asin(Math.min(1, root));
  if (arc === 0 || arc > 3) return equatorRadius * arc;
  const x = ((arc - Math.sin(arc)) * (Math.sin(mean) * Math.cos(half)) ** 2) / Math.cos(arc / 2) ** 2;
  const y = ((arc + Math.sin(arc)) * (Math.cos(mean) * Math.sin(half)) ** 2) / Math.sin(arc / 2) ** 2;
  return equatorRadius * (arc - (flattening / 2) * (x + y));
}

/** The point so many metres along the ellipsoid from another, in about a direction, in radians from north. */
function pointAway([longitude, latitude], direction, meters) {
  const from = radians(latitude);
  let arc = meters / equatorRadius;
  let point = [longitude, latitude];
  for (let step = 0; step < 3; step += 1) {
    const sine = Math.sin(from) * Math.cos(arc) + Math.cos(from) * Math.sin(arc) * Math.cos(direction);
    const east = Math.atan2(
      Math.sin(direction) * Math.sin(arc) * Math.cos(from),
      Math.cos(arc) - Math.sin(from) * sine,
    );
    point = [longitude + (east * 180) / Math.PI, (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI];
    arc *= meters / metersBetween([longitude, latitude], point);
  }
  return point;
}

/** The line around a circle on the ground. */
function circleLine(center, radius) {
  return Array.from({ length: cornersOfCircle }, (_, corner) =>
    pointAway(center, (corner * 2 * Math.PI) / cornersOfCircle, radius),
  );
}

/** A radius in metres, and in kilometres if it is so long. */
function radiusText(meters) {
  const whole = `${numbers.format(Math.round(meters))} m`;
  return meters < 1000 ? whole : `${whole} (${(meters / 1000).toFixed(meters < 100000 ? 2 : 0)} km)`;
}

/** A point that the server takes: to a tenth of a metre, on the map. */
function tidy([longitude, latitude]) {
  const rounded = (degrees) => Math.round(degrees * 1e6) / 1e6;
  return [rounded(longitude - 360 * Math.round(longitude / 360)), rounded(Math.max(-85, Math.min(85, latitude)))];
}

function tidyRadius(meters) {
  return Math.max(1, Math.min(mostRadius, Math.round(meters)));
}

/** What is edited: a fence that is there, or a new one. */
class Draft {
  /** A circle has a center and a radius, null until they are known; a polygon has points. */
  constructor({ name = null, label = name, kind = 'work', center = null, radius = null, points = null, parts = null }) {
    Object.assign(this, { name, label, kind, center, radius, points, parts });
    this.before = this.state();
  }

  /** The fence as the page knows it. One of several rings can be renamed, but not reshaped. */
  static of({ name, kind, center, radius, rings }) {
    if (center) return new Draft({ name, kind, center, radius });
    const lines = rings.map(({ points }) => pairs(points));
    return lines.length === 1
      ? new Draft({ name, kind, points: lines[0].slice(0, -1) })
      : new Draft({ name, kind, parts: lines });
  }

  state() {
    const { label, kind, center, radius, points } = this;
    return JSON.stringify({ label, kind, center, radius, points });
  }

  get isChanged() {
    return this.state() !== this.before;
  }

  get isCircle() {
    return this.points === null && this.parts === null;
  }

  /** Whether there is a shape to see. */
  get isShaped() {
    return this.isCircle
      ? this.center !== null && this.radius !== null
      : this.points === null || this.points.length > 2;
  }

  get middle() {
    const points = this.points ?? this.parts?.flat();
    if (!points) return this.center;
    const mean = (part) => points.reduce((sum, point) => sum + point[part], 0) / points.length;
    return [mean(0), mean(1)];
  }

  lines() {
    if (this.parts) return this.parts;
    if (this.points) return [this.points];
    return this.isShaped ? [circleLine(this.center, this.radius)] : [];
  }

  /** Moves the whole shape so that its middle is at a point. */
  moveTo(point) {
    if (this.isCircle) {
      this.center = tidy(point);
      return;
    }
    const [x, y] = this.middle;
    this.points = this.points.map(([longitude, latitude]) => tidy([longitude + point[0] - x, latitude + point[1] - y]));
  }

  /** Puts a point between one and the next, or at the end where there is no line yet. */
  addPoint(after) {
    const next = this.points[(after + 1) % this.points.length];
    const point = this.points[after];
    this.points.splice(after + 1, 0, tidy([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]));
  }

  /** What the server is asked; only what is changed of a fence that is there. */
  request() {
    const { name, label, kind, center, radius, points } = this;
    if (name === null) {
      const shape = points ? { points: points.flat() } : { center, radius };
      return { act: 'add', name: label, kind, ...shape };
    }
    const before = JSON.parse(this.before);
    const request = { act: 'edit', name };
    if (label !== name) request.newName = label;
    if (kind !== before.kind) request.kind = kind;
    if (this.isCircle && JSON.stringify([center, radius]) !== JSON.stringify([before.center, before.radius]))
      Object.assign(request, { center, radius });
    if (points && JSON.stringify(points) !== JSON.stringify(before.points)) request.points = points.flat();
    return request;
  }
}

/** The draft on the map, by pointer and by keys. `owner` is told what happens: the part of the page for fences. */
class FenceTool {
  constructor(map, owner) {
    Object.assign(this, { map, owner });
    this.clear();
    this.suggestions = [];
  }

  clear() {
    this.draft = null;
    this.isDrawing = false;
    this.chosen = null;
    this.grip = null;
    this.pointer = null;
  }

  /** Edits a draft; one without a shape is drawn first. */
  edit(draft) {
    this.clear();
    this.draft = draft;
    this.isDrawing = !draft.isShaped;
    this.map.draw();
  }

  /** The fence that the map does not draw, since its draft is. */
  get hides() {
    return this.draft?.name ?? null;
  }

  /** Whether keys move the draft, so that the middle of the map means nothing. */
  get takesEnter() {
    return this.draft !== null && !this.isDrawing;
  }

  /** What can be taken of the draft. */
  handles() {
    const { draft } = this;
    if (!draft?.isShaped || draft.parts || this.isDrawing) return [];
    const middle = { kind: 'middle', at: draft.middle };
    if (draft.isCircle) return [middle, { kind: 'edge', at: pointAway(draft.center, Math.PI / 2, draft.radius) }];
    const { points } = draft;
    const between = points.map((point, index) => {
      const next = points[(index + 1) % points.length];
      return { kind: 'between', index, at: [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] };
    });
    return [...points.map((at, index) => ({ kind: 'point', index, at })), middle, ...between];
  }

  handleAt(px, py) {
    const { draft, map } = this;
    const away = (handle) => {
      const [x, y] = map.pointOf(handle.at);
      return Math.hypot(x - px, y - py);
    };
    const handles = this.handles();
    if (draft?.isCircle && handles.length > 0) {
      const radius = away(handles[0]);
      const edge = Math.hypot(...map.pointOf(handles[1].at).map((part, k) => part - map.pointOf(draft.center)[k]));
      if (Math.abs(radius - edge) <= reach && radius > edge / 2) return handles[1];
    }
    return handles.find((handle) => away(handle) <= reach) ?? null;
  }

  // What the map asks a tool.

  press(px, py) {
    const { draft, map } = this;
    if (this.isDrawing && draft.isCircle) {
      this.start({ kind: 'edge' });
      draft.center = tidy(map.coordinateAt(px, py));
      return true;
    }
    const handle = this.handleAt(px, py);
    if (!handle) return false;
    this.start(handle);
    const [x, y] = map.pointOf(handle.at);
    this.grip.offset = [px - x, py - y];
    if (handle.kind === 'between') {
      draft.addPoint(handle.index);
      this.grip = { ...this.grip, kind: 'point', index: handle.index + 1 };
    }
    if (this.grip.kind === 'point') this.choose(this.grip.index);
    return true;
  }

  start(handle) {
    const { center, radius, points } = this.draft;
    this.grip = { ...handle, offset: [0, 0], before: structuredClone({ center, radius, points }) };
  }

  drag(px, py) {
    const { draft, grip, map } = this;
    const point = map.coordinateAt(px - grip.offset[0], py - grip.offset[1]);
    if (grip.kind === 'edge') draft.radius = tidyRadius(metersBetween(draft.center, point));
    else if (grip.kind === 'middle') draft.moveTo(point);
    else draft.points[grip.index] = tidy(point);
    this.owner.reshaped();
  }

  /** Ends what a press began; its effect stays if it is done. */
  release(isDone) {
    const { draft, grip } = this;
    this.grip = null;
    if (!grip || !draft) return;
    if (!isDone) {
      Object.assign(draft, grip.before);
      this.chosen = null;
    } else if (this.isDrawing) {
      // Without a drag the circle has a size that can be seen, to be changed afterwards.
      draft.radius ??= this.radiusOnScreen();
      this.isDrawing = false;
    }
    this.owner.reshaped();
  }

  /** A sixth of the map's height, in metres. */
  radiusOnScreen() {
    const { width, height } = this.map.size();
    const away = [width / 2, height / 2 + height / 6];
    return tidyRadius(metersBetween(this.map.coordinateAt(width / 2, height / 2), this.map.coordinateAt(...away)));
  }

  /** Takes a click; `mark` is the photos there. */
  click(px, py, mark) {
    if (this.isDrawing) {
      if (this.draft.points) this.putPoint(px, py);
      return true;
    }
    if (this.draft) return false;
    const suggestion = this.suggestions.find(({ at }) => at && Math.hypot(at[0] - px, at[1] - py) <= at[2]);
    if (suggestion && !mark) {
      this.owner.take(suggestion);
      return true;
    }
    const fence = mark ? null : this.map.fenceAt(px, py);
    if (fence) this.owner.open(fence.name);
    return fence !== null;
  }

  /** Removes a point; also keeps the map where it is while points are set. */
  doubleClick(px, py) {
    const handle = this.handleAt(px, py);
    if (handle?.kind === 'point') this.removePoint(handle.index);
    return this.isDrawing || handle !== null;
  }

  cursor(px, py) {
    if (this.isDrawing) {
      this.pointer = [px, py];
      this.map.draw();
      return 'crosshair';
    }
    const kind = this.handleAt(px, py)?.kind;
    return { middle: 'move', edge: 'ew-resize', point: 'move', between: 'copy' }[kind] ?? '';
  }

  key(event) {
    if (!this.draft || this.draft.parts) return false;
    const acts = this.isDrawing ? this.keysOfDrawing() : this.keysOfEditing(event.shiftKey ? 5 * keyStep : keyStep);
    if (event.key === 'Tab') return !this.isDrawing && this.chooseNext(event.shiftKey ? -1 : 1);
    if (!acts[event.key]) return false;
    acts[event.key]();
    return true;
  }

  keysOfDrawing() {
    const { width, height } = this.map.size();
    const put = () => {
      if (this.draft.points) {
        this.putPoint(width / 2, height / 2);
        return;
      }
      this.press(width / 2, height / 2);
      this.release(true);
    };
    return {
      ' ': put,
      Enter: () => (this.draft.points?.length > 2 ? this.close() : put()),
      Backspace: () => this.dropLast(),
      Delete: () => this.dropLast(),
      Escape: () => this.owner.cancel(),
    };
  }

  keysOfEditing(step) {
    const grown = (sign) => () => this.grow(sign);
    return {
      ArrowLeft: () => this.moveBy(-step, 0),
      ArrowRight: () => this.moveBy(step, 0),
      ArrowUp: () => this.moveBy(0, -step),
      ArrowDown: () => this.moveBy(0, step),
      ...(this.draft.isCircle ? { '+': grown(1), '=': grown(1), '-': grown(-1) } : {}),
      ...(this.draft.points
        ? {
            n: () => this.insertPoint(),
            Insert: () => this.insertPoint(),
            Delete: () => this.removePoint(),
            Backspace: () => this.removePoint(),
          }
        : {}),
      Enter: () => this.owner.focusForm(),
      Escape: () => (this.chosen === null ? this.owner.cancel() : this.choose(null)),
    };
  }

  // What changes the draft.

  /** Puts the next point of a polygon; one at the first closes it. */
  putPoint(px, py) {
    const { draft, map } = this;
    const first = draft.points.length > 2 ? map.pointOf(draft.points[0]) : null;
    if (first && Math.hypot(first[0] - px, first[1] - py) <= reach) {
      this.close();
      return;
    }
    const last = draft.points.length > 0 ? map.pointOf(draft.points.at(-1)) : [NaN, NaN];
    // The second click of a double one.
    if (Math.hypot(last[0] - px, last[1] - py) < 3) return;
    draft.points.push(tidy(map.coordinateAt(px, py)));
    this.owner.reshaped();
  }

  close() {
    this.isDrawing = false;
    this.owner.reshaped();
  }

  dropLast() {
    this.draft.points?.pop();
    this.owner.reshaped();
  }

  /** Moves the chosen point, or everything, by pixels. */
  moveBy(dx, dy) {
    const { draft, map, chosen } = this;
    const [x, y] = map.pointOf(chosen === null ? draft.middle : draft.points[chosen]);
    const point = map.coordinateAt(x + dx, y + dy);
    if (chosen === null) draft.moveTo(point);
    else draft.points[chosen] = tidy(point);
    this.keepInSight();
    this.owner.reshaped();
  }

  /** Moves the map where the keyboard works outside it. */
  keepInSight() {
    const { draft, map, chosen } = this;
    const [x, y] = map.pointOf(chosen === null ? draft.middle : draft.points[chosen]);
    const { width, height } = map.size();
    const beyond = (value, size) => Math.max(0, value - (size - 40)) + Math.min(0, value - 40);
    const [dx, dy] = [beyond(x, width), beyond(y, height)];
    if (dx !== 0 || dy !== 0) map.moveBy(-dx, -dy);
  }

  /** Makes the radius larger or smaller, by a step of about a tenth or less. */
  grow(sign) {
    const { draft } = this;
    const step = Math.max(1, 10 ** (Math.floor(Math.log10(draft.radius - (sign < 0 ? 1 : 0) || 1)) - 1));
    draft.radius = tidyRadius(Math.round(draft.radius / step) * step + sign * step);
    this.owner.reshaped();
  }

  /** Chooses a point of the polygon, or none. */
  choose(index) {
    this.chosen = index;
    this.owner.reshaped();
  }

  /** Chooses the next point; false after the last one, so that the keyboard goes on to what follows the map. */
  chooseNext(step) {
    const { draft, chosen } = this;
    if (!draft.points) return false;
    const next = chosen === null ? (step > 0 ? 0 : draft.points.length - 1) : chosen + step;
    const isPoint = next >= 0 && next < draft.points.length;
    this.choose(isPoint ? next : null);
    if (isPoint) this.keepInSight();
    return isPoint;
  }

  insertPoint() {
    const { draft, map } = this;
    if (draft.points.length < 2) {
      const { width, height } = map.size();
      const beside = draft.points.length * 40;
      draft.points.push(tidy(map.coordinateAt(width / 2 + beside, height / 2)));
      this.choose(draft.points.length - 1);
      return;
    }
    const after = this.chosen ?? draft.points.length - 1;
    draft.addPoint(after);
    this.choose(after + 1);
  }

  removePoint(index = this.chosen) {
    const { draft } = this;
    if (index === null || draft.points.length <= 3) {
      this.owner.tell(index === null ? 'Choose a point first.' : 'A polygon has at least 3 points.');
      return;
    }
    draft.points.splice(index, 1);
    this.choose(Math.min(index, draft.points.length - 1));
  }

  // What the map shows.

  draw(map) {
    for (const suggestion of this.draft ? [] : this.suggestions) this.drawSuggestion(map, suggestion);
    if (!this.draft) return;
    const { pen, colors } = map;
    const { draft } = this;
    const isNever = draft.kind === 'never';
    pen.beginPath();
    for (const line of draft.lines()) {
      for (const point of line) pen.lineTo(...map.pointOf(point));
      if (this.isDrawing && draft.points && this.pointer) pen.lineTo(...this.pointer);
      else pen.closePath();
      pen.moveTo(...map.pointOf(line[0] ?? [0, 0]));
    }
    pen.fillStyle = pen.strokeStyle = isNever ? colors.personal : colors.work;
    pen.globalAlpha = 0.13;
    pen.fill('evenodd');
    pen.globalAlpha = 1;
    pen.lineWidth = 3;
    pen.setLineDash(isNever ? [7, 5] : []);
    pen.stroke();
    pen.setLineDash([]);
    if (this.isDrawing) for (const at of draft.points ?? []) this.drawHandle(map, { kind: 'point', at });
    for (const handle of this.handles()) this.drawHandle(map, handle);
    if (draft.isCircle && draft.isShaped) {
      const [x, y] = map.pointOf(pointAway(draft.center, Math.PI, draft.radius));
      map.write(radiusText(draft.radius), x, Math.min(y + 18, map.size().height - 36), 'center');
    }
  }

  drawHandle(map, { kind, index, at }) {
    const { pen, colors } = map;
    const [x, y] = map.pointOf(at);
    const size = kind === 'between' ? 4 : 6;
    pen.beginPath();
    if (kind === 'middle') pen.arc(x, y, size + 1, 0, 2 * Math.PI);
    else pen.rect(x - size, y - size, 2 * size, 2 * size);
    const isChosen = kind === 'point' && index !== undefined && index === this.chosen;
    pen.fillStyle = isChosen ? colors.accent : colors.paper;
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = colors.accent;
    pen.stroke();
    if (kind !== 'middle') return;
    map.line([
      [x - 3, y],
      [x + 3, y],
    ]);
    map.line([
      [x, y - 3],
      [x, y + 3],
    ]);
  }

  drawSuggestion(map, suggestion) {
    const { pen, colors } = map;
    const center = [suggestion.longitude, suggestion.latitude];
    const [x, y] = map.pointOf(center);
    const line = circleLine(center, suggestion.radius).map((point) => map.pointOf(point));
    const radius = Math.max(9, Math.abs(line[0][1] - y));
    suggestion.at = [x, y, radius];
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.setLineDash([3, 4]);
    pen.lineWidth = 2;
    pen.strokeStyle = colors.accent;
    pen.stroke();
    pen.setLineDash([]);
    map.write(suggestion.name, x, y - radius - 6, 'center');
  }
}

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
    this.status = element('p', 'said');
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
      if (event.key === 'Escape') this.cancel();
    });
  }

  /** A field with its label, and the place for what is wrong with it. */
  field(name, label) {
    const input = element('input');
    Object.assign(input, { type: 'text', id: `fence-${name}` });
    if (name !== 'name') input.inputMode = 'decimal';
    input.addEventListener('input', () => this.typed(name));
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

  /** Takes what is typed into the draft. */
  typed(name) {
    const { draft } = this.tool;
    const { inputs } = this;
    // Both numbers, as maps write them.
    const both = name === 'latitude' && inputs.latitude.value.match(/^\s*(-?[\d.]+)\s*[,;\s]\s*(-?[\d.]+)\s*$/);
    if (both && both[2].length > 3) [inputs.latitude.value, inputs.longitude.value] = both.slice(1);
    if (name === 'name') draft.label = inputs.name.value.trim();
    else if (name === 'kind') draft.kind = this.kinds.find((label) => label.firstChild.checked).firstChild.value;
    else this.takeNumbers(draft, name);
    if (draft.isCircle && draft.isShaped) this.tool.isDrawing = false;
    this.reshaped();
    if (both) this.keepInSight();
  }

  takeNumbers(draft, name) {
    const [latitude, longitude, radius] = ['latitude', 'longitude', 'radius'].map((one) =>
      typedNumber(this.inputs[one].value),
    );
    const isPlace = Math.abs(latitude) <= 85 && Math.abs(longitude) <= 180;
    if (name === 'radius') {
      if (radius > 0 && radius <= mostRadius) draft.radius = radius;
    } else if (isPlace) {
      if (!draft.points) draft.center = [longitude, latitude];
      else if (draft.points.length > 0) draft.points[this.pointIndex] = [longitude, latitude];
      else draft.points.push([longitude, latitude]);
      this.keepInSight();
    }
    this.typing = name;
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
    if (!(Math.abs(value('latitude')) <= 85)) problems.latitude = 'A number from -85 to 85.';
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
      words ? element('p', '', words) : '',
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

  /**
   * Asks the server for a change that is made, and the person where the server wants that.
   *
   * @returns the answer; null if it was not made, which is then said.
   */
  async change(request, isConfirmed = false) {
    try {
      let answer = await this.page.server.post('/fence', { ...request, save: true, confirmed: isConfirmed });
      if (answer.ask) {
        if (!(await this.page.ask(answer.ask))) return null;
        answer = await this.page.server.post('/fence', { ...request, save: true, confirmed: true });
      }
      await this.page.server.askAgain();
      return answer;
    } catch (error) {
      this.refuse(error);
      return null;
    }
  }

  refuse(error) {
    const field = error.status === 422 ? this.fieldOf(error.message) : null;
    if (!field) {
      this.tell(error.message);
      if (error.status === 409) this.page.server.askAgain();
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
    const answer = await this.overviewed({ act: 'remove', name }, `Remove the fence ${name}?`);
    if (answer) this.finish(name, 'Removed.', answer);
  }

  async undo() {
    if (!(await this.cancel())) return;
    const answer = await this.overviewed({ act: 'undo' }, 'Undo the last change of fences?');
    if (answer) this.tell(`Undone. ${answer.words}`);
  }

  /** Makes a change once the person has seen what it would do. */
  async overviewed(request, headline) {
    let effect;
    try {
      effect = await this.page.server.post('/fence', { ...request, save: false, confirmed: false });
    } catch (error) {
      this.tell(error.message);
      return null;
    }
    const { words = '', changes = [] } = effect;
    const lines = [words, ...changes.map(changeWords)].filter(Boolean);
    const photos = changes.reduce((sum, change) => sum + change.photos, 0);
    if (!(await this.page.ask(effect.ask ?? { headline, lines, photos }))) return null;
    return this.change(request, true);
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
  take({ name, longitude, latitude, radius }) {
    const center = [longitude, latitude];
    this.closeSuggestions();
    this.show(new Draft({ label: this.freeName(name), center, radius: tidyRadius(radius) }));
    this.showLines([circleLine(center, radius)]);
    this.focusForm();
  }
}
