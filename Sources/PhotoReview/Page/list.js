// The list: place and day as rows, the photos inside them, laid out only when they are wanted.

const daysAtOnce = 60;
const photosAtOnce = 60;
const picturesInStrip = 6;
const reasonsInRow = 3;

/**
 * The rows of photos by place and day, the newest day first and days that are not known last. If something is done with
 * photos, those that stay come first, in rows of their own.
 */
function byPlaceAndDay(photos, rows) {
  const groups = new Map();
  for (const row of rows) {
    const day = photos.day(row);
    const stays = photos.stays(row);
    const key = ((day ?? -1e7) * 1e6 + photos.placeNumber(row)) * 2 + Number(stays);
    let group = groups.get(key);
    if (!group) {
      group = { day, stays, place: photos.place(row), rows: [], counts: [0, 0, 0, 0] };
      groups.set(key, group);
    }
    group.rows.push(row);
    group.counts[photos.verdict(row)] += 1;
  }
  const order = (group) => (group.day === null ? -Infinity : group.day);
  return [...groups.values()].sort((a, b) => b.stays - a.stays || order(b) - order(a) || a.rows[0] - b.rows[0]);
}

class DayList {
  constructor(place, more, photos) {
    Object.assign(this, { place, more, photos });
    this.groups = [];
    more.addEventListener('click', () => this.add(daysAtOnce));
    new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.add(daysAtOnce);
      },
      { rootMargin: '600px' },
    ).observe(more);
  }

  show(rows) {
    this.groups = byPlaceAndDay(this.photos, rows);
    this.place.replaceChildren();
    this.laidOut = 0;
    this.add(daysAtOnce);
    if (this.groups.length === 1) this.place.querySelector('.day button').click();
  }

  /** Lays out more days. */
  add(count) {
    const end = Math.min(this.groups.length, this.laidOut + count);
    for (; this.laidOut < end; this.laidOut += 1) this.place.append(this.section(this.groups[this.laidOut]));
    this.more.hidden = end === this.groups.length;
  }

  section(group) {
    const words = this.words(group);
    const counts = element('span', 'counts');
    for (const { verdict, text } of words) counts.append(verdict === undefined ? '' : glyph(verdict), ` ${text}`);
    const button = element('button', '', [
      element('span', 'place', group.place),
      element('span', 'date', dayText(group.day)),
      counts,
    ]);
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    button.ariaLabel = [
      group.place,
      dayText(group.day),
      counted(group.rows.length, 'photo'),
      ...words.map(({ text }) => text),
    ].join(', ');
    const section = element('section', group.stays ? 'day stays' : 'day', element('h2', '', button));
    this.addStrip(section, group);
    button.addEventListener('click', () => this.toggle(section, button, group));
    return section;
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
  addStrip(section, group) {
    const { photos } = this;
    if (photos.pictureOf.size === 0) return;
    const rows = [];
    for (const row of group.rows) {
      if (photos.pictureOf.has(row)) rows.push(row);
      if (rows.length === picturesInStrip) break;
    }
    const parts = rows.map((row) => this.image(row));
    if (parts.length === 0) parts.push(element('span', 'blank', photos.text('format', group.rows[0]).toUpperCase()));
    const rest = group.rows.length - parts.length;
    const strip = element('div', 'strip', [
      ...parts,
      rest > 0 ? element('span', 'rest', `+${numbers.format(rest)}`) : '',
    ]);
    strip.ariaHidden = 'true';
    strip.addEventListener('click', () => section.querySelector('h2 > button').click());
    section.append(strip);
  }

  image(row) {
    const image = element('img');
    image.alt = '';
    image.decoding = 'async';
    image.src = this.photos.picture(row);
    return image;
  }

  toggle(section, button, group) {
    const isOpen = button.getAttribute('aria-expanded') === 'true';
    button.setAttribute('aria-expanded', String(!isOpen));
    for (const part of section.querySelectorAll('.cards, .pager, .strip')) part.remove();
    if (isOpen) {
      this.addStrip(section, group);
      return;
    }
    const cards = element('ul', 'cards');
    section.append(cards);
    this.addCards(section, cards, group, 0);
  }

  /** Lays out the next photos of a day, and a button for those after them. */
  addCards(section, cards, group, start) {
    const end = Math.min(group.rows.length, start + photosAtOnce);
    for (let place = start; place < end; place += 1) cards.append(this.card(group.rows[place]));
    if (end === group.rows.length) return;
    const button = element(
      'button',
      '',
      `Show ${numbers.format(Math.min(photosAtOnce, group.rows.length - end))} more of ${numbers.format(group.rows.length - end)}`,
    );
    button.type = 'button';
    const pager = element('div', 'pager', button);
    button.addEventListener('click', () => {
      pager.remove();
      this.addCards(section, cards, group, end);
      cards.children[end].tabIndex = -1;
      cards.children[end].focus();
    });
    section.append(pager);
  }

  /** Everything about one photo. */
  card(row) {
    const { photos } = this;
    const verdict = photos.verdict(row);
    const picture = photos.pictureOf.has(row) ? this.image(row) : photos.text('format', row).toUpperCase();
    const reason = photos.text('reason', row);
    const isPlain = reason === 'inside-fence' || reason === 'outside-fences';
    const fate = photos.text('fate', row);
    const line = element('span', 'verdict', [glyph(verdict), ` ${verdictText(verdict)}`]);
    line.classList.add(verdictNames[verdict] || 'none');
    const card = element('li', 'card', [
      element('span', 'picture', picture),
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
    ]);
    for (const text of this.remarks(row)) card.append(element('span', 'dim', text));
    return card;
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
    const buttons = [...this.place.querySelectorAll('.day > h2 > button')];
    const current = buttons.indexOf(document.activeElement?.closest('.day')?.querySelector('h2 > button'));
    const next = Math.max(0, current + step);
    if (next >= buttons.length) this.add(daysAtOnce);
    this.place.querySelectorAll('.day > h2 > button')[next]?.focus();
  }
}
