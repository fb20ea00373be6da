// The page: what is chosen, and everything that shows it.

const placesOnMap = 8;

class Page {
  /** `server` is the program that serves the page; without it, the page is to be read only. */
  constructor(photos, server = null) {
    Object.assign(this, { photos, server });
    this.at = (id) => document.getElementById(id);
    this.chosen = this.allChosen();
    this.everything = new Uint32Array(photos.count).map((_, row) => row);
    this.decisions = server && new Decisions(this, server);
    this.days = new DayList(this.at('days'), this.at('more'), photos, this.decisions?.tools);
    this.fillHead();
    this.fillTotals(photos.about.totals);
    this.listen();
    this.refresh();
    // The list is shown first, so that its pictures are on their way while the rest is made.
    requestAnimationFrame(() => requestAnimationFrame(() => this.addRest()));
  }

  /** What is not the list. */
  addRest() {
    const { photos, server } = this;
    this.timeline = new Timeline(this.at('timeline-canvas'), this.at('timeline-help'), photos, (from, to) => {
      this.chosen.spot = null;
      Object.assign(this.chosen, { from, to });
      this.refresh();
    });
    this.at('timeline').hidden = this.timeline.isEmpty;
    this.fillBoxes();
    if (this.hasMap) this.showMap();
    this.showNumbers();
    this.map?.fit();
    if (server) this.addParts();
    server?.watch(
      photos.about.moment,
      (changes) => this.follow(changes),
      (error) => this.fail(error),
    );
  }

  /** The parts for fences and for what is staged. */
  addParts() {
    this.staged = new StagedPart(this);
    if (!this.map) return;
    this.fences = new FencePart(this);
    this.map.select = (rows) => {
      for (const row of rows) this.decisions.put(row, true);
      this.decisions.keepShown();
    };
  }

  /** What is chosen at first: everything; where a person decides, what is undecided, if anything is. */
  allChosen() {
    return {
      undecided: this.photos.about.review === true && this.photos.flags.some((_, row) => this.photos.isUndecided(row)),
      text: '',
      verdicts: new Set([0, 1, 2, 3]),
      fates: new Set([0, flag.goes]),
      from: null,
      to: null,
      spot: null,
    };
  }

  fillHead() {
    const { about } = this.photos;
    document.title = this.at('title').textContent = about.title;
    this.at('sentence').textContent = about.sentence;
    this.at('banner').textContent = about.banner;
    this.at('banner').hidden = !about.banner;
    this.at('made').textContent = about.made;
    this.at('map').hidden = !this.hasMap;
    document.querySelector('main').classList.toggle('plain', !this.hasMap);
  }

  get hasMap() {
    return this.photos.latitude !== null;
  }

  /** The boxes that choose verdicts, and what becomes of photos. */
  fillBoxes() {
    const { photos } = this;
    const counts = [0, 0, 0, 0];
    photos.flags.forEach((bits) => {
      counts[bits & 3] += 1;
    });
    const isOne = (count) => count === photos.count;
    if (!counts.some(isOne) || photos.about.review) {
      counts.forEach((count, verdict) => {
        const canCome = photos.about.review && verdict < 3;
        if (count > 0 || canCome) this.addBox(this.chosen.verdicts, verdict, [glyph(verdict), verdictText(verdict)]);
      });
    }
    const going = photos.flags.reduce((count, bits) => count + ((bits & flag.goes) === 0 ? 0 : 1), 0);
    if (going > 0 && !isOne(going)) {
      photos.about.fates.forEach((name, place) => {
        this.addBox(this.chosen.fates, place === 0 ? flag.goes : 0, name);
      });
    }
  }

  /** The numbers of photos and bytes. */
  fillTotals(totals) {
    const { photos } = this;
    this.at('totals').replaceChildren();
    for (const total of totals) {
      const verdict = verdictNames.indexOf(total.name);
      const fate = photos.about.fates.indexOf(total.name);
      // What an act says of all its photos, the sentence says.
      const isKnown = photos.about.fates.length > 0 && total.photos === photos.count;
      if (fate < 0 && (total.photos === 0 || isKnown)) continue;
      this.at('totals').append(
        element('li', fate === 1 && total.photos > 0 ? 'stays' : '', [
          element('strong', '', numbers.format(total.photos)),
          verdict < 0 ? '' : glyph(verdict),
          ` ${total.name}`,
          element('span', 'dim', sizeText(total.bytes)),
        ]),
      );
    }
  }

  /** The totals as they are now, by the same rules as those that the program counts. */
  totals() {
    const { photos } = this;
    const left = ['to upload', 'inferred, not uploaded', 'imported, to be read first'];
    const names = [...verdictNames, 'uploaded', ...left, 'can be reclaimed'];
    const totals = names.map((name) => ({ name, photos: 0, bytes: 0 }));
    const add = (number, row) => {
      totals[number].photos += 1;
      totals[number].bytes += photos.bytes[row];
    };
    for (const row of this.everything) {
      const verdict = photos.verdict(row);
      const isUploaded = photos.has(row, flag.uploaded);
      if (verdict < 3) add(verdict, row);
      if (isUploaded) add(3, row);
      const isLeft = verdict === 0 && !isUploaded;
      if (isLeft) add(photos.has(row, flag.imported) ? 6 : photos.has(row, flag.inferred) ? 5 : 4, row);
      if (verdict === 0 && isUploaded && photos.text('fate', row) === '') add(7, row);
    }
    return totals;
  }

  /** A box that puts a value into a set, or takes it out. */
  addBox(set, value, label) {
    const box = element('input');
    box.type = 'checkbox';
    box.checked = true;
    box.addEventListener('change', () => {
      if (box.checked) set.add(value);
      else set.delete(value);
      this.refresh();
    });
    this.at('verdicts').append(element('label', '', [box, label].flat()));
  }

  showMap() {
    const { photos } = this;
    this.map = new PhotoMap(this.at('map-canvas'), this.at('map-tip'), photos, (rows) => {
      Object.assign(this.chosen, { spot: new Set(rows), spotWords: 'from one place on the map' });
      this.refresh();
      this.at('shown').scrollIntoView({ block: 'nearest' });
    });
    this.at('map-canvas').setAttribute(
      'aria-label',
      `Map of ${counted(photos.count, 'photo')}; the list after it has the same photos`,
    );
    this.at('map-in').addEventListener('click', () => this.map.zoomIn());
    this.at('map-out').addEventListener('click', () => this.map.zoomBy(-1));
    this.at('map-fit').addEventListener('click', () => this.map.fit());
    this.addPlaces();
  }

  /** Buttons that show a part of the map: the fences with the most photos, and what is far from all. */
  addPlaces() {
    const { photos } = this;
    const places = new Map();
    for (const row of this.everything) {
      if (!photos.hasPosition(row)) continue;
      const name = photos.text('fence', row) || 'Elsewhere';
      if (!places.has(name)) places.set(name, []);
      places.get(name).push(row);
    }
    const far = (name) => Number(name === 'Elsewhere');
    const most = [...places]
      .sort(([a, rows], [b, others]) => far(a) - far(b) || others.length - rows.length)
      .slice(0, placesOnMap);
    this.at('map-places').hidden = most.length < 2;
    for (const [name, rows] of most) {
      const button = element('button', '', [name, element('span', 'dim', ` ${numbers.format(rows.length)}`)]);
      button.type = 'button';
      button.ariaLabel = `Show ${name} on the map, ${counted(rows.length, 'photo')}`;
      button.addEventListener('click', () => this.map.fit(rows));
      this.at('map-places').append(button);
    }
  }

  /** Whether a row is chosen by everything but the place on the map and the days. */
  matcher() {
    const { photos } = this;
    const { verdicts, fates, undecided } = this.chosen;
    const text = this.chosen.text.trim().toLowerCase();
    const hits = {};
    for (const name of ['fence', 'camera', 'format', 'reason', 'uploads', 'fate', 'folder']) {
      if (text && photos.texts[name])
        hits[name] = photos.texts[name].map((value) => value.toLowerCase().includes(text));
    }
    const lists = Object.keys(hits).filter((name) => hits[name].includes(true));
    return (row) =>
      photos.isGone[row] === 0 &&
      (undecided ? photos.isUndecided(row) : verdicts.has(photos.verdict(row))) &&
      fates.has(photos.flags[row] & flag.goes) &&
      (text === '' ||
        lists.some((name) => hits[name][photos.index[name][row]]) ||
        photos.names.at(row).toLowerCase().includes(text));
  }

  /** Whether anything but what is undecided is chosen. */
  get isFiltered() {
    const { text, verdicts, fates, from, to, spot, undecided } = this.chosen;
    const isByVerdict = verdicts.size < 4 && !undecided;
    return text.trim() !== '' || isByVerdict || fates.size < 2 || from !== null || to !== null || spot !== null;
  }

  isOfDays(row) {
    const { from, to } = this.chosen;
    if (from === null && to === null) return true;
    const day = this.photos.day(row);
    return day !== null && day >= (from ?? -Infinity) && day <= (to ?? Infinity);
  }

  isOfSpot(row) {
    return this.chosen.spot === null || this.chosen.spot.has(row);
  }

  /** Shows what is chosen now. */
  refresh() {
    this.days.show(this.showNumbers());
    this.decisions?.startAnew();
  }

  /** Shows it everywhere but in the list, and returns the rows of the list. */
  showNumbers() {
    const { from, to, undecided } = this.chosen;
    const isAll = !this.isFiltered && !undecided;
    const matching = isAll ? this.everything : this.everything.filter(this.matcher());
    const ofDays = from === null && to === null ? matching : matching.filter((row) => this.isOfDays(row));
    const rows = this.chosen.spot ? ofDays.filter((row) => this.isOfSpot(row)) : ofDays;
    this.map?.show(ofDays);
    this.timeline?.show(matching, from, to);
    this.describe(rows);
    return rows;
  }

  /**
   * Takes over what has changed: the list at once, and the numbers, the map and the timeline soon, since they look at
   * all photos. `isOwn` is whether this page asked for it. Returns the rows that changed.
   */
  follow(changes, isOwn = false) {
    const { decisions, days } = this;
    const rows = this.photos.apply(changes);
    if (changes.gone?.length > 0) this.everything = this.everything.filter((row) => this.photos.isGone[row] === 0);
    this.fences?.changed(changes);
    this.staged?.changed(changes);
    decisions.showUndo(changes.undo);
    if (changes.reload) this.offerReload();
    if (rows.length === 0) return rows;
    this.map?.changed(rows);
    const at = decisions.place();
    const isMatching = this.matcher();
    const isShown = (row) => isMatching(row) && this.isOfDays(row) && this.isOfSpot(row);
    const focused = decisions.viewer.isOpen ? null : isOwn ? at : days.position();
    if (!days.update(rows, isShown, focused)) days.showAgain(this.showNumbers());
    decisions.follow(at);
    if (!isOwn) this.say(`${counted(rows.length, 'photo')} changed.`);
    this.countSoon();
    return rows;
  }

  /** Counts after the last of several changes; later where there are so many photos that it takes a while. */
  countSoon() {
    clearTimeout(this.wait);
    this.wait = setTimeout(
      () => {
        this.showNumbers();
        setTimeout(() => this.fillTotals(this.totals()));
      },
      Math.max(150, this.photos.count / 2000),
    );
  }

  /** Shows some photos only, in the list and in the middle of the map; `words` say which these are. */
  showOnly(rows, words) {
    Object.assign(this.chosen, { spot: new Set(rows), spotWords: words, undecided: false });
    this.refresh();
    this.map?.fit(rows.filter((row) => this.photos.hasPosition(row)));
  }

  /** What is shown, in words. */
  describe(rows) {
    const { from, to, spot, spotWords } = this.chosen;
    let bytes = 0;
    for (const row of rows) bytes += this.photos.bytes[row];
    const all = rows.length === this.everything.length;
    const which = this.chosen.undecided ? 'undecided ' : '';
    const parts = [
      `${counted(rows.length, `${which}photo`)}${all ? '' : ` of ${numbers.format(this.everything.length)}`}, ${sizeText(bytes)}`,
      spot ? spotWords : '',
      from !== null || to !== null
        ? `${from === null ? '' : `from ${dayText(from)} `}${to === null ? '' : `to ${dayText(to)}`}`.trim()
        : '',
    ];
    const isDone = this.chosen.undecided && !this.isFiltered;
    const none = isDone ? 'Nothing is undecided. Choose All to see the decided photos.' : 'No photo matches.';
    this.at('shown').textContent = rows.length === 0 ? none : parts.filter(Boolean).join('; ');
    this.at('clear').hidden = !this.isFiltered;
    this.at('verdicts').hidden = this.chosen.undecided || this.at('verdicts').children.length < 2;
    for (const box of this.at('which').querySelectorAll('input')) {
      box.checked = (box.value === 'undecided') === this.chosen.undecided;
    }
    const date = (day) => (day === null ? '' : dateOf(day).toISOString().slice(0, 10));
    this.at('from').value = date(from);
    this.at('to').value = date(to);
  }

  clear() {
    const { verdicts, fates, ...rest } = { ...this.allChosen(), undecided: this.chosen.undecided };
    for (const verdict of verdicts) this.chosen.verdicts.add(verdict);
    for (const fate of fates) this.chosen.fates.add(fate);
    Object.assign(this.chosen, rest);
    this.at('text').value = '';
    this.at('verdicts')
      .querySelectorAll('input')
      .forEach((box) => {
        box.checked = true;
      });
    this.refresh();
  }

  listen() {
    let wait;
    this.at('filter').addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.days.groups.length > 0) this.days.focusAt(0, -1);
    });
    this.at('text').addEventListener('input', (event) => {
      clearTimeout(wait);
      wait = setTimeout(() => {
        this.chosen.text = event.target.value;
        this.refresh();
      }, 150);
    });
    for (const side of ['from', 'to']) {
      this.at(side).addEventListener('change', (event) => {
        this.chosen[side] = event.target.value ? event.target.valueAsNumber / 86400000 : null;
        this.refresh();
      });
    }
    this.at('clear').addEventListener('click', () => this.clear());
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('beforeprint', () => this.days.add(500));
    this.keys = this.shortcuts();
    this.fillKeys();
  }

  /** What the keys do: the keyboard, the buttons with their tooltips, and the list of keys read it. */
  shortcuts() {
    const days = [
      ['j', 'next day', () => this.days.move(1)],
      ['k', 'previous day', () => this.days.move(-1)],
    ];
    return [
      ...(this.decisions?.shortcuts() ?? days),
      ['/', 'search', () => this.at('text').focus()],
      ['m', 'map', () => this.at('map-canvas').focus()],
      ['?', 'these keys', () => this.showKeys()],
    ];
  }

  fillKeys() {
    const more = [
      ['Enter', this.decisions ? 'open a row, or a photo large' : 'open'],
      ['Esc', this.decisions ? 'select nothing, then show all' : 'show all'],
    ];
    const keys = [...this.keys, ...more].map(([key, words]) => [element('kbd', '', key), ` ${words}, `]);
    const inMap = ['arrows', '+', '-'].map((key) => [element('kbd', '', key), ' ']);
    this.at('keys').replaceChildren(
      'Keys: ',
      ...keys.flat(),
      'in the map ',
      ...inMap.flat(),
      element('kbd', '', '0'),
      ' all, ',
      element('kbd', '', 'Enter'),
      ' the photos in the middle.',
    );
    for (const button of document.querySelectorAll('[data-key]')) {
      const [key, words, act] = this.keys.find(([key]) => key === button.dataset.key) ?? [];
      if (!act) continue;
      button.title = `${words[0].toUpperCase()}${words.slice(1)} (${key})`;
      button.addEventListener('click', act);
    }
  }

  /** Shows the keys, or hides them again. */
  showKeys() {
    const keys = this.at('keys');
    keys.hidden = !keys.hidden;
    this.at('help').setAttribute('aria-expanded', String(!keys.hidden));
  }

  key(event) {
    const { target, key } = event;
    const viewer = this.decisions?.viewer;
    // A dialog but the large view has keys of its own.
    if (document.querySelector('dialog[open]:not(#viewer)')) return;
    const isTyping = target.matches?.('input:not([type="checkbox"], [type="radio"])');
    const isUndo = key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !isTyping && this.decisions;
    if ((event.ctrlKey || event.altKey || event.metaKey) && !isUndo) return;
    if (key === 'Escape' && !viewer?.isOpen) this.escape();
    if (key === 'Escape' && isTyping) target.blur();
    if (isTyping) return;
    const step = viewer?.isOpen && { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    const [, , act] = this.keys.find(([name]) => name === (isUndo ? 'u' : key)) ?? [];
    if (!act && !step) return;
    event.preventDefault();
    if (step) viewer.step(step);
    else if (!viewer?.isOpen || keysInViewer.includes(key) || isUndo) act();
  }

  escape() {
    if (this.decisions && !this.at('keys').hidden) this.showKeys();
    else if (!this.decisions?.selectNone()) this.clear();
  }

  /** Shows what would change, and returns whether the person confirms. */
  ask({ headline, lines, photos }) {
    const dialog = this.at('overview');
    this.at('overview-title').textContent = headline;
    this.at('overview-lines').replaceChildren(...lines.map((line) => element('li', '', line)));
    this.at('overview-count').textContent = photos > 0 ? counted(photos, 'photo') : '';
    return new Promise((done) => {
      dialog.returnValue = '';
      this.at('overview-no').onclick = () => dialog.close('');
      this.at('overview-yes').onclick = () => dialog.close('yes');
      dialog.onclose = () => done(dialog.returnValue === 'yes');
      dialog.showModal();
      this.at('overview-yes').focus();
    });
  }

  /** Says what was done, also where a photo is large. */
  say(words) {
    for (const place of document.querySelectorAll('.said')) place.textContent = words;
  }

  /** Shows what a person must know, until they close it; with a button for what can be done. */
  notice(words, label = '', act = null) {
    this.at('notice-words').textContent = words;
    const button = this.at('notice-act');
    button.hidden = !act;
    button.textContent = label;
    button.onclick = () => {
      this.at('notice').hidden = true;
      act();
    };
    this.at('notice').hidden = false;
    if (this.decisions?.viewer.isOpen) this.say(words);
  }

  offerReload() {
    this.notice('The library has changed too much to show it here.', 'Load again', () => location.reload());
  }

  fail(error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.isEnd) this.notice(error.message, 'Try again', () => this.server.askAgain());
    else this.notice(error.message);
  }
}

/** The keys that mean the same while a photo is large. */
const keysInViewer = ['w', 'p', 'a', 'h', 'u', 'j', 'k', 'J', 'K', 'x'];

/** Shows the photos of this file, or those of the program that serves the page. */
async function start() {
  if (document.getElementById('data-about')) {
    new Page(new Photos(new BlocksOfFile()));
    return;
  }
  const sentence = document.getElementById('sentence');
  const secret = sessionStorage.getItem('secret');
  if (!secret) {
    sentence.textContent = strangerWords;
    return;
  }
  sentence.textContent = 'Loading the photos…';
  try {
    const server = new Server(secret);
    new Page(await server.photos(), server);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    sentence.textContent = error.message;
  }
}

start();
