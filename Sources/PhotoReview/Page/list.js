// The list: place and day as rows, the photos inside them, laid out only when they are wanted.

const daysAtOnce = 12;
const photosAtOnce = 60;
const picturesInStrip = 6;
const reasonsInRow = 3;

/**
 * The rows of photos by place and day, the newest day first and days that are not known last. If something is done with
 * photos, those that stay come first, in rows of their own; where a person decides, what is undecided comes first.
 */
function byPlaceAndDay(photos, rows) {
  const groups = new Map();
  for (const row of rows) {
    const day = photos.day(row);
    const stays = photos.stays(row);
    const key = ((day ?? -1e7) * 1e6 + photos.placeNumber(row)) * 2 + Number(stays);
    let group = groups.get(key);
    if (!group) {
      group = { key, day, stays, place: photos.place(row), rows: [], isOpen: false, laid: 0 };
      groups.set(key, group);
    }
    group.rows.push(row);
  }
  for (const group of groups.values()) {
    count(photos, group);
    group.isFirst = Number(group.stays) + Number(photos.about.review === true && group.undecided > 0);
  }
  const order = (group) => (group.day === null ? -Infinity : group.day);
  return [...groups.values()].sort((a, b) => b.isFirst - a.isFirst || order(b) - order(a) || a.rows[0] - b.rows[0]);
}

/** Counts the verdicts of a group's photos, and those that are undecided. */
function count(photos, group) {
  group.counts = [0, 0, 0, 0];
  group.undecided = 0;
  for (const row of group.rows) {
    group.counts[photos.verdict(row)] += 1;
    group.undecided += Number(photos.isUndecided(row));
  }
}

class DayList {
  /**
   * `tools` are what a page has on which a person decides: `watch(image, row)` fills a picture while it is in view,
   * `tick(group, row)` makes the box that selects a row's photos or one photo, `open(row)` shows a photo large. Null on
   * a page to read.
   */
  constructor(place, more, photos, tools = null) {
    Object.assign(this, { place, more, photos, tools });
    this.groups = [];
    this.groupOf = new Uint32Array(photos.count);
    this.cards = new Map();
    more.addEventListener('click', () => this.add(daysAtOnce));
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        this.add(daysAtOnce);
        // It is told again if there is still room.
        observer.unobserve(more);
        observer.observe(more);
      },
      { rootMargin: '1200px' },
    );
    observer.observe(more);
  }

  show(rows) {
    this.layOut(rows, daysAtOnce);
    if (this.groups.length === 1) this.toggle(this.groups[0]);
  }

  /** Shows other photos, with the same days open and the keyboard at the same photo. */
  showAgain(rows) {
    const open = new Map(this.groups.filter(({ isOpen }) => isOpen).map(({ key, laid }) => [key, laid]));
    const focused = this.position();
    const group = this.groups[focused?.number];
    const row = group?.rows[focused.place];
    this.layOut(rows, Math.max(daysAtOnce, this.laidOut));
    for (const { key, number } of this.groups.slice(0, this.laidOut)) {
      if (open.has(key)) this.open(this.groups[number], Math.max(photosAtOnce, open.get(key)));
    }
    if (!focused) return;
    const same = this.groups.findIndex(({ key }) => key === group.key);
    const near = same < 0 ? Math.min(focused.number, this.groups.length - 1) : same;
    const at = this.groupOf[row] > 0 ? this.positionOf(row) : { number: near, place: -1 };
    if (at.number >= 0) this.focusAt(at.number, at.place);
  }

  layOut(rows, days) {
    this.groups = byPlaceAndDay(this.photos, rows);
    this.groupOf.fill(0);
    this.groups.forEach((group, number) => {
      group.number = number;
      for (const row of group.rows) this.groupOf[row] = number + 1;
    });
    this.cards.clear();
    this.place.replaceChildren();
    this.laidOut = 0;
    this.add(days);
  }

  /** Lays out more days. */
  add(days) {
    const end = Math.min(this.groups.length, this.laidOut + days);
    for (; this.laidOut < end; this.laidOut += 1) {
      const group = this.groups[this.laidOut];
      if (group.rows.length > 0) this.place.append(this.section(group));
    }
    this.more.hidden = end === this.groups.length;
  }

  section(group) {
    const button = element('button');
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => this.toggle(group));
    group.section = element('section', group.stays ? 'day stays' : 'day', element('h2', '', button));
    group.button = button;
    this.nameRow(group);
    this.addStrip(group);
    return group.section;
  }

  /** Writes what a row says of its photos. */
  nameRow(group) {
    const words = this.words(group);
    const counts = element('span', 'counts');
    for (const { verdict, text } of words) counts.append(verdict === undefined ? '' : glyph(verdict), ` ${text}`);
    group.button.replaceChildren(
      element('span', 'place', group.place),
      element('span', 'date', dayText(group.day)),
      counts,
    );
    const name = [group.place, dayText(group.day), counted(group.rows.length, 'photo')];
    group.button.ariaLabel = [...name, ...words.map(({ text }) => text)].join(', ');
    if (!this.tools) return;
    if (!group.tick) {
      group.tick = this.tools.tick(group);
      group.section.prepend(group.tick);
    }
    group.tick.ariaLabel = `Select ${name.join(', ')}`;
  }

  /** What a row says of its photos: what becomes of them and why they stay, or how many each verdict has. */
  words(group) {
    const { photos } = this;
    const [going, staying] = photos.about.fates;
    const count = numbers.format(group.rows.length);
    if (going && !group.stays) return [{ text: `${count} ${going}` }];
    if (going) {
      const reasons = [...new Set(group.rows.map((row) => photos.text('fate', row).replace(/^stays: /, '')))];
      const more = reasons.length > reasonsInRow ? ', …' : '';
      return [{ text: `${count} ${staying}: ${reasons.slice(0, reasonsInRow).join(', ')}${more}` }];
    }
    return group.counts
      .map((count, verdict) => ({ count, verdict, text: `${numbers.format(count)} ${verdictText(verdict)}` }))
      .filter(({ count }) => count > 0);
  }

  /** The first pictures of a row, in one line, and how many photos are not shown there. */
  addStrip(group) {
    const { photos, tools } = this;
    if (!tools && photos.pictureOf.size === 0) return;
    const rows = [];
    for (const row of group.rows) {
      if (tools || photos.pictureOf.has(row)) rows.push(row);
      if (rows.length === picturesInStrip) break;
    }
    const parts = rows.map((row) => (tools ? element('span', 'blank', this.image(row)) : this.image(row)));
    if (parts.length === 0) parts.push(element('span', 'blank', photos.text('format', group.rows[0]).toUpperCase()));
    const rest = group.rows.length - parts.length;
    const strip = element('div', 'strip', [
      ...parts,
      rest > 0 ? element('span', 'rest', `+${numbers.format(rest)}`) : '',
    ]);
    strip.ariaHidden = 'true';
    strip.addEventListener('click', () => this.toggle(group));
    group.section.append(strip);
  }

  image(row) {
    const image = element('img');
    image.alt = '';
    image.decoding = 'async';
    if (this.tools) this.tools.watch(image, row);
    else image.src = this.photos.picture(row);
    return image;
  }

  toggle(group) {
    if (group.isOpen) this.close(group);
    else this.open(group, photosAtOnce);
  }

  /** Lays out so many photos of a row. */
  open(group, photos) {
    this.empty(group);
    group.isOpen = true;
    group.button.setAttribute('aria-expanded', 'true');
    group.list = element('ul', 'cards');
    group.section.append(group.list);
    this.addCards(group, photos);
  }

  close(group) {
    this.empty(group);
    group.isOpen = false;
    group.button.setAttribute('aria-expanded', 'false');
    this.addStrip(group);
  }

  /** Removes what is below the words of a row. */
  empty(group) {
    for (const card of group.list?.children ?? []) this.cards.delete(Number(card.dataset.row));
    for (const part of group.section.querySelectorAll('.cards, .pager, .strip')) part.remove();
    group.list = null;
    group.laid = 0;
  }

  /** Lays out the next photos of a day, and a button for those after them. */
  addCards(group, photos) {
    group.section.querySelector('.pager')?.remove();
    const end = Math.min(group.rows.length, group.laid + photos);
    for (; group.laid < end; group.laid += 1) group.list.append(this.card(group.rows[group.laid]));
    const left = group.rows.length - end;
    if (left === 0) return;
    const text = `Show ${numbers.format(Math.min(photosAtOnce, left))} more of ${numbers.format(left)}`;
    const button = element('button', '', text);
    button.type = 'button';
    button.addEventListener('click', () => {
      this.addCards(group, photosAtOnce);
      this.focusAt(group.number, end);
    });
    group.section.append(element('div', 'pager', button));
  }

  /** Everything about one photo. */
  card(row) {
    const card = element('li', 'card', [this.cardPicture(row), ...this.cardWords(row)]);
    card.dataset.row = row;
    if (this.tools) card.append(this.tools.tick(null, row));
    this.cards.set(row, card);
    return card;
  }

  /** Its picture, which opens it where it can be seen large. */
  cardPicture(row) {
    const { photos, tools } = this;
    if (!tools) {
      const hasPicture = photos.pictureOf.has(row);
      return element('span', 'picture', hasPicture ? this.image(row) : photos.text('format', row).toUpperCase());
    }
    const button = element('button', 'picture', this.image(row));
    button.type = 'button';
    button.title = 'Large view (Enter)';
    const time = photos.hasTime(row) ? clockText(photos.taken[row]) : 'time not known';
    const held = photos.has(row, flag.held) ? ', held' : '';
    button.ariaLabel = `${photos.names.at(row)}, ${verdictText(photos.verdict(row))}${held}, ${time}`;
    button.addEventListener('click', () => tools.open(row));
    return button;
  }

  /** What is known of it. */
  cardWords(row) {
    const { photos } = this;
    const verdict = photos.verdict(row);
    const reason = photos.text('reason', row);
    const isPlain = reason === 'inside-fence' || reason === 'outside-fences';
    const fate = photos.text('fate', row);
    const line = element('span', 'verdict', [glyph(verdict), ` ${verdictText(verdict)}`]);
    line.classList.add(verdictNames[verdict] || 'none');
    const settles = verdict >= 2 ? photos.about.settles?.[reason] : null;
    return [
      element('span', 'name', photos.names.at(row)),
      element('span', '', [
        photos.hasTime(row) ? clockText(photos.taken[row]) : 'time not known',
        ` · ${sizeText(photos.bytes[row])}`,
      ]),
      fate ? element('span', photos.has(row, flag.goes) ? 'fate' : 'fate stays', fate) : '',
      line,
      element('span', '', [
        whereText(photos, row),
        isPlain ? '' : element('span', '', ` ${photos.about.reasons[reason] || reason}`),
      ]),
      settles ? element('span', 'settles', settles) : '',
      ...this.remarks(row).map((text) => element('span', 'dim', text)),
    ];
  }

  /** Its group, copies, camera and folder. */
  remarks(row) {
    const { photos } = this;
    const roles = [
      ['raw', 'RAW'],
      ['still', 'picture'],
      ['edit', 'edit'],
      ['clip', 'clip'],
      ['sidecar', 'sidecar'],
    ];
    const company = roles.filter(([role]) => photos.has(row, flag[role])).map(([, word]) => word);
    const uploads = photos.text('uploads', row);
    return [
      photos.about.review && photos.has(row, flag.held) ? 'held: it is not removed' : '',
      photos.has(row, flag.marked) ? 'marked by you' : '',
      photos.has(row, flag.inferred) ? 'its position was inferred' : '',
      company.length ? `goes with its ${company.join(', ')}` : '',
      uploads && !photos.has(row, flag.goes) ? `uploaded to ${uploads}` : '',
      photos.text('camera', row),
      photos.texts.folder ? photos.text('folder', row) : '',
    ].filter(Boolean);
  }

  /** Moves the keyboard to the next or previous day. */
  move(step) {
    const number = Math.max(0, (this.position()?.number ?? -1) + step);
    if (number < this.groups.length) this.focusAt(number, -1);
  }

  /**
   * Where an element is, by default the one that has the keyboard: the number of a row, and the place of a photo in it,
   * -1 for the row itself. Null outside the list.
   */
  position(at = document.activeElement) {
    const section = at?.closest('.day');
    if (!section || !this.place.contains(section)) return null;
    const group = this.groups.find((group) => group.section === section);
    const card = at.closest('.card');
    return { number: group.number, place: card ? group.rows.indexOf(Number(card.dataset.row)) : -1 };
  }

  /** Moves the keyboard to a row or to a photo in it, which is laid out if it is not. */
  focusAt(number, place) {
    const group = this.groups[number];
    if (number >= this.laidOut) this.add(number + 1 - this.laidOut);
    if (place < 0) {
      this.focus(group.button, group.isOpen ? group.button : group.section);
      return;
    }
    if (!group.isOpen) this.open(group, photosAtOnce);
    if (place >= group.laid) this.addCards(group, place + 1 - group.laid + photosAtOnce);
    const card = this.cards.get(group.rows[place]);
    const target = card.querySelector('button') ?? card;
    if (target === card) card.tabIndex = -1;
    this.focus(target, card);
  }

  /** Gives an element the keyboard, and shows all of what it is in. */
  focus(target, whole) {
    target.focus({ preventScroll: true });
    whole.scrollIntoView({ block: 'nearest' });
  }

  /** Moves the keyboard to a photo. */
  reveal(row) {
    const group = this.groups[this.groupOf[row] - 1];
    if (group) this.focusAt(group.number, group.rows.indexOf(row));
  }

  /**
   * Moves the keyboard to the next or previous row or, in an open row, photo; to what is
   * undecided if so wished.
   */
  walk(step, isUndecided, from = this.position() ?? { number: -1, place: -1 }) {
    const isWanted = (group, place) => {
      if (!isUndecided) return true;
      return place < 0 ? !group.isOpen && group.undecided > 0 : this.photos.isUndecided(group.rows[place]);
    };
    const last = (group) => (group?.isOpen ? group.rows.length - 1 : -1);
    let { number, place } = from;
    for (;;) {
      place += step;
      if (number < 0 || place < -1 || place > last(this.groups[number])) {
        number += step;
        if (number < 0 || number >= this.groups.length) return;
        place = step > 0 ? -1 : last(this.groups[number]);
      }
      const group = this.groups[number];
      if (group.rows.length > 0 && isWanted(group, place)) {
        this.focusAt(number, place);
        return;
      }
    }
  }

  /** The photo after or before a position in all rows, open or not; undefined after the last. */
  neighbor({ number, place }, step, isWanted = () => true) {
    for (let at = number; at >= 0 && at < this.groups.length; at += step) {
      const { rows } = this.groups[at];
      const start = at === number ? place : step > 0 ? 0 : rows.length - 1;
      for (let next = start; next >= 0 && next < rows.length; next += step) if (isWanted(rows[next])) return rows[next];
    }
    return undefined;
  }

  /** The position of a photo that is shown. */
  positionOf(row) {
    const number = this.groupOf[row] - 1;
    return number < 0 ? null : { number, place: this.groups[number].rows.indexOf(row) };
  }

  /**
   * Shows changed photos as they are now: those that `isShown` denies leave, and the next takes the place of the one
   * with the keyboard.
   *
   * @returns whether all is shown; else photos came that no row has, and `showAgain` is due.
   */
  update(rows, isShown, focused = this.position()) {
    const row = this.groups[focused?.number]?.rows[focused.place];
    const touched = new Set();
    let isWhole = true;
    for (const row of rows) {
      const number = this.groupOf[row] - 1;
      if (number >= 0) touched.add(this.groups[number]);
      else if (isShown(row)) isWhole = false;
    }
    const changed = new Set(rows);
    for (const group of touched) this.updateGroup(group, changed, isShown);
    const isGone = row === undefined ? this.groups[focused?.number]?.rows.length === 0 : this.groupOf[row] === 0;
    if (isGone) this.focusNear(focused);
    return isWhole;
  }

  updateGroup(group, changed, isShown) {
    const before = group.rows.length;
    const isLeaving = (row) => changed.has(row) && !isShown(row);
    for (const row of group.rows) if (isLeaving(row)) this.groupOf[row] = 0;
    const laid = group.isOpen ? group.rows.slice(0, group.laid) : [];
    group.rows = group.rows.filter((row) => this.groupOf[row] > 0);
    count(this.photos, group);
    if (!group.section) return;
    if (group.rows.length === 0) {
      this.empty(group);
      group.section.remove();
      return;
    }
    this.nameRow(group);
    for (const row of laid) if (changed.has(row)) this.updateCard(group, row);
    if (group.isOpen) this.addCards(group, Math.max(0, Math.min(laid.length, photosAtOnce) - group.laid));
    else if (group.rows.length !== before) this.close(group);
  }

  /** Writes a photo anew, or removes it. */
  updateCard(group, row) {
    const card = this.cards.get(row);
    if (this.groupOf[row] > 0) {
      const hasFocus = card.contains(document.activeElement);
      card.replaceWith(this.card(row));
      if (hasFocus) this.focusAt(group.number, group.rows.indexOf(row));
      return;
    }
    card.remove();
    this.cards.delete(row);
    group.laid -= 1;
  }

  /** Moves the keyboard to what took the place of what was there. */
  focusNear({ number, place }) {
    const { rows } = this.groups[number];
    if (rows.length > 0) {
      this.focusAt(number, Math.min(place, rows.length - 1));
      return;
    }
    const isThere = (group) => group.rows.length > 0;
    const next = this.groups.findIndex((group, at) => at > number && isThere(group));
    const near = next < 0 ? this.groups.slice(0, number).findLastIndex(isThere) : next;
    if (near >= 0) this.focusAt(near, this.groups[near].isOpen ? 0 : -1);
  }
}
