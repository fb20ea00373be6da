// Decisions: about the photo with the keyboard, a row, what is selected, or all that is shown.

const decisionWords = {
  work: 'work',
  personal: 'personal',
  auto: 'decided by place and rules again',
  hold: 'held',
  unhold: 'held no longer',
};
const namesInNotice = 3;

/** A change that takes longer than this, in milliseconds, is said to be under way. */
const savingDelay = 300;

/** So many ranges of rows are below the size of a request that the server reads. */
const mostRanges = 50000;

/** Rows in order as ranges, first and last. */
function rangesOf(rows) {
  const ranges = [];
  for (const row of rows) {
    const range = ranges.at(-1);
    if (range && range[1] === row - 1) range[1] = row;
    else ranges.push([row, row]);
  }
  return ranges;
}

/** What rows show of their photos, as one number (FNV-1a of their stamps), which the program compares with its own. */
function stampOf(photos, rows) {
  let hash = 0x811c9dc5;
  for (const row of rows) {
    const stamp = photos.stamp[row];
    for (let shift = 0; shift < 32; shift += 8) hash = Math.imul(hash ^ ((stamp >>> shift) & 0xff), 0x01000193);
  }
  return hash >>> 0;
}

class Decisions {
  constructor(page, server) {
    Object.assign(this, { page, server, photos: page.photos });
    this.selected = new Uint8Array(page.photos.count);
    this.count = 0;
    this.anchor = null;
    this.current = null;
    this.turn = Promise.resolve();
    this.round = 0;
    this.pictures = new Pictures(server, (row) => this.photos.text('format', row).toUpperCase());
    this.viewer = new Viewer(page.at('viewer'), server, this.pictures, {
      describe: (row) => page.days.cardWords(row),
      next: (row, step) => this.neighbor(row, step),
      close: (row) => this.returnTo(row),
    });
    this.tools = {
      watch: (image, row) => this.pictures.watch(image, row),
      tick: (group, row) => this.tick(group, row),
      open: (row) => this.viewer.open(row),
    };
    this.listen();
    this.showUndo(page.photos.about.undo);
  }

  listen() {
    const { page } = this;
    document.documentElement.classList.add('review');
    for (const id of ['bar', 'which']) page.at(id).hidden = false;
    page.at('days').addEventListener('focusin', ({ target }) => this.focus(target));
    // A click beside the buttons of a photo means that photo.
    page.at('days').addEventListener('click', ({ target }) => {
      if (!target.closest('button, input')) target.closest('.card')?.querySelector('button').focus();
    });
    // A click on a button leaves the keyboard where it is.
    for (const bar of document.querySelectorAll('.bar')) {
      bar.addEventListener('mousedown', (event) => event.preventDefault());
    }
    for (const box of page.at('which').querySelectorAll('input')) {
      box.addEventListener('change', () => this.choose(box.value === 'undecided'));
    }
    page.at('notice-close').addEventListener('click', () => {
      page.at('notice').hidden = true;
    });
  }

  /** What the keys do. */
  shortcuts() {
    const { page } = this;
    const decide = (decision) => () => this.queue(() => this.decide(decision));
    const walk = (step, isUndecided) => () => this.walk(step, isUndecided);
    return [
      ['w', 'work', decide('work')],
      ['p', 'personal', decide('personal')],
      ['a', 'automatic: by place and rules', decide('auto')],
      ['h', 'hold, so that it is not removed, or release', decide('hold')],
      ['j', 'next undecided', walk(1, true)],
      ['k', 'previous undecided', walk(-1, true)],
      ['J', 'next of all', walk(1, false)],
      ['K', 'previous of all', walk(-1, false)],
      ['x', 'select', () => this.toggle()],
      ['X', 'select all that is shown', () => this.selectAll()],
      ['f', 'undecided only, or all', () => this.choose(!page.chosen.undecided)],
      ['u', 'undo, as Ctrl+Z', () => this.queue(() => this.undo())],
    ];
  }

  /** Shows only what is undecided, or all. */
  choose(undecided) {
    this.page.chosen.undecided = undecided;
    this.page.refresh();
    this.page.at('shown').scrollIntoView({ block: 'nearest' });
  }

  // What a decision is about.

  focus(target) {
    const at = this.page.days.position(target);
    if (!at) return;
    const group = this.page.days.groups[at.number];
    this.current = { group, row: group.rows[at.place] };
    this.tell();
  }

  /** The position of what had the keyboard last; null if it is not shown any more. */
  place() {
    const { current, viewer } = this;
    const { days } = this.page;
    if (viewer.isOpen) return days.positionOf(viewer.row);
    if (!current) return null;
    if (current.row !== undefined) return days.positionOf(current.row);
    return days.groups[current.group.number] === current.group ? { number: current.group.number, place: -1 } : null;
  }

  /** The rows of photos that a decision would be about. */
  target() {
    if (this.viewer.isOpen) return [this.viewer.row];
    if (this.count > 0) return this.page.everything.filter((row) => this.selected[row] === 1);
    const at = this.place();
    if (!at) return [];
    const { rows } = this.page.days.groups[at.number];
    return at.place < 0 ? rows : [rows[at.place]];
  }

  /** Photos in a few words: their name, or their number. */
  wordsFor(rows) {
    return rows.length === 1 ? this.photos.names.at(rows[0]) : counted(rows.length, 'photo');
  }

  /** Says in the bar what a decision would be about. */
  tell() {
    const at = this.place();
    let words = 'Go to photos with j, or select some';
    if (this.count > 0) words = `${counted(this.count, 'photo')} selected`;
    else if (at) {
      const group = this.page.days.groups[at.number];
      const row = group.rows[at.place];
      words =
        row === undefined
          ? `${group.place}, ${dayText(group.day)}: ${this.wordsFor(group.rows)}`
          : this.wordsFor([row]);
    }
    this.page.at('target').textContent = words;
  }

  // What is selected.

  /** The box that selects a photo or all of a row. */
  tick(group, row) {
    const box = element('input', 'tick');
    box.type = 'checkbox';
    box.title = 'Select (x); with Shift from the last one to here';
    if (row !== undefined) {
      box.ariaLabel = `Select ${this.photos.names.at(row)}`;
      box.checked = this.selected[row] === 1;
    }
    box.addEventListener('click', ({ shiftKey }) => {
      const { days } = this.page;
      this.select(
        row === undefined ? { number: group.number, place: -1 } : days.positionOf(row),
        box.checked,
        shiftKey,
      );
    });
    return box;
  }

  /** Selects a photo or a row, or everything from the last one to it. */
  select(at, isOn, isRange = false) {
    const { groups } = this.page.days;
    const ends = [at, (isRange && this.anchor) || at];
    const [first, last] = ends.sort((a, b) => a.number - b.number || a.place - b.place);
    for (let { number } = first; number <= last.number; number += 1) {
      const { rows } = groups[number];
      const start = number === first.number ? Math.max(0, first.place) : 0;
      const end = number === last.number && last.place >= 0 ? last.place + 1 : rows.length;
      for (let place = start; place < end; place += 1) this.put(rows[place], isOn);
    }
    this.anchor = at;
    this.showTicks();
  }

  put(row, isOn) {
    this.count += Number(isOn) - this.selected[row];
    this.selected[row] = Number(isOn);
  }

  /** Selects what has the keyboard, or takes it out. */
  toggle() {
    const at = this.place();
    if (!at) return;
    const { rows } = this.page.days.groups[at.number];
    const own = at.place < 0 ? rows : [rows[at.place]];
    this.select(at, !own.every((row) => this.selected[row] === 1));
  }

  selectAll() {
    for (const { rows } of this.page.days.groups) for (const row of rows) this.put(row, true);
    this.showTicks();
  }

  /** Takes everything out that is selected; returns whether anything was. */
  selectNone() {
    if (this.count === 0) return false;
    this.selected.fill(0);
    this.count = 0;
    this.showTicks();
    return true;
  }

  /** Takes out what is not shown any more: nobody decides about what they do not see. */
  keepShown() {
    const { days, everything } = this.page;
    if (this.count > 0) {
      for (const row of everything) if (this.selected[row] === 1 && days.groupOf[row] === 0) this.put(row, false);
    }
    this.showTicks();
  }

  /** Forgets places in the list, which shows something else now. */
  startAnew() {
    this.anchor = null;
    this.keepShown();
  }

  showTicks() {
    const { days } = this.page;
    for (const { tick, rows } of days.groups.slice(0, days.laidOut)) {
      if (!tick) continue;
      const isSome = this.count > 0 && rows.some((row) => this.selected[row] === 1);
      tick.checked = isSome && rows.every((row) => this.selected[row] === 1);
      tick.indeterminate = isSome && !tick.checked;
    }
    for (const [row, card] of days.cards) {
      const isOn = this.selected[row] === 1;
      card.querySelector('.tick').checked = isOn;
      card.classList.toggle('selected', isOn);
    }
    this.tell();
  }

  // Moving.

  walk(step, isUndecided) {
    const { days } = this.page;
    if (!this.viewer.isOpen) {
      days.walk(step, isUndecided, this.place() ?? undefined);
      return;
    }
    const row = this.neighbor(this.viewer.row, step, isUndecided && ((row) => this.photos.isUndecided(row)));
    if (row !== undefined) this.viewer.open(row);
  }

  neighbor(row, step, isWanted) {
    const { days } = this.page;
    const at = days.positionOf(row);
    return at ? days.neighbor({ number: at.number, place: at.place + step }, step, isWanted || undefined) : undefined;
  }

  /** Goes back from the large view to the photo in the list. */
  returnTo(row) {
    const { days } = this.page;
    if (days.groupOf[row] > 0) days.reveal(row);
    else if (this.left) days.focusNear(this.left);
  }

  // What the program is asked to do.

  /** Does one thing after another; what waits is dropped when the person has to look first. */
  queue(act) {
    const { round } = this;
    this.turn = this.turn.then(async () => {
      if (round !== this.round) return;
      try {
        await act();
      } catch (error) {
        this.round += 1;
        this.page.say('');
        await this.fail(error);
      }
    });
  }

  /** Asks for a change, after its overview where the program wants one; null if the person does not confirm. */
  async change(path, body) {
    let answer = await this.post(path, { ...body, confirmed: false });
    // What was confirmed may be something else meanwhile, and is asked about again then.
    while (answer.ask) {
      this.round += 1;
      if (!(await this.page.ask(answer.ask))) {
        this.page.say('Nothing was changed.');
        return null;
      }
      answer = await this.post(path, { ...body, confirmed: true });
    }
    return answer;
  }

  async post(path, body) {
    const wait = setTimeout(() => this.page.say('Saving…'), savingDelay);
    try {
      return await this.server.post(path, body);
    } finally {
      clearTimeout(wait);
    }
  }

  async decide(decision) {
    const rows = Uint32Array.from(this.target()).sort();
    if (rows.length === 0) {
      this.page.say('Nothing is chosen. Go to a photo or a row with j, or select some with x.');
      return;
    }
    const isHeld = rows.every((row) => this.photos.has(row, flag.held));
    const kind = decision === 'hold' && isHeld ? 'unhold' : decision;
    const ranges = rangesOf(rows);
    if (ranges.length > mostRanges) {
      this.page.notice('These photos are too scattered for one decision. Choose days, a place or a search first.');
      return;
    }
    const body = { decision: kind, rows: ranges, count: rows.length, stamp: stampOf(this.photos, rows) };
    const answer = await this.change('/decide', body);
    if (answer) this.show(answer, `${this.wordsFor(rows)}: ${decisionWords[kind]}.`, answer.words);
  }

  async undo() {
    if (!this.undoWords) {
      this.page.say('There is nothing to undo.');
      return;
    }
    const answer = await this.change('/undo', {});
    if (!answer) return;
    const rows = this.show(answer, `Undone: ${answer.words ?? this.undoWords}.`);
    this.goTo(rows);
  }

  /** Moves the keyboard to what came back. */
  goTo(rows) {
    const { days } = this.page;
    const shown = rows.filter((row) => days.groupOf[row] > 0);
    if (shown.length === 0) return;
    const row = shown.reduce((first, row) => (days.groupOf[row] < days.groupOf[first] ? row : first));
    const isAtPhoto = this.current?.row !== undefined || days.groups[days.groupOf[row] - 1].isOpen;
    if (this.viewer.isOpen) this.viewer.open(row);
    else if (rows.length === 1 && isAtPhoto) days.reveal(row);
    else days.focusAt(days.groupOf[row] - 1, -1);
  }

  /**
   * Shows what a change did, once the program has it for good: `words` in the bar, and `more` and what was left as a
   * note. Returns the rows that changed.
   */
  show(answer, words, more = null) {
    this.server.changesOfOwn += 1;
    if (answer.changes.reload) {
      location.reload();
      return [];
    }
    const rows = this.page.follow(answer.changes, true);
    const left = answer.left ?? [];
    this.page.say(answer.photos === 0 && left.length > 0 ? 'Nothing was changed.' : words);
    const notes = [];
    if (more) notes.push(`${more}.`);
    if (left.length > 0) {
      const named = left.slice(0, namesInNotice).map(({ row, why }) => `${this.photos.names.at(row)}: ${why}`);
      const rest = left.length > namesInNotice ? `; and ${numbers.format(left.length - namesInNotice)} more` : '';
      notes.push(`${counted(left.length, 'photo')} left as before: ${named.join('; ')}${rest}.`);
    }
    if (notes.length > 0) this.page.notice(notes.join(' '));
    return rows;
  }

  /** Shows what changed where it is shown large or selected. `at` is where the photo was that is shown large. */
  follow(at) {
    const { days } = this.page;
    this.keepShown();
    if (!this.viewer.isOpen) return;
    if (days.groupOf[this.viewer.row] > 0) {
      this.viewer.tell();
      return;
    }
    this.left = at;
    const next = at && (days.neighbor(at, 1) ?? days.neighbor({ number: at.number, place: at.place - 1 }, -1));
    if (next === undefined || next === null) this.viewer.dialog.close();
    else this.viewer.open(next);
  }

  showUndo(words = null) {
    if (this.undoWords === words) return;
    this.undoWords = words;
    const button = this.page.at('undo');
    button.textContent = words ? `Undo: ${words}` : 'Undo';
    button.disabled = !words;
  }

  /** Says why something was not done, and what to do. */
  async fail(error) {
    if (!(error instanceof Refusal)) throw error;
    const { page } = this;
    if (!error.isChanged) {
      page.fail(error);
      return;
    }
    let rows = [];
    await this.server.look((changes) => {
      rows = page.follow(changes);
    });
    const names = rows.slice(0, namesInNotice).map((row) => this.photos.names.at(row));
    const more = rows.length > names.length ? ` and ${numbers.format(rows.length - names.length)} more` : '';
    const what = rows.length > 0 ? ` Changed meanwhile: ${names.join(', ')}${more}.` : '';
    page.notice(`${error.message}${what} Nothing was decided: look again at what is shown now, and repeat.`);
  }
}
