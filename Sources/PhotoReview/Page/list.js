// The list: place and day as rows, the photos inside them, laid out only when they are wanted.

const daysAtOnce = 60;
const photosAtOnce = 60;
const picturesInStrip = 12;

/** The rows of photos by place and day, the newest day first and days that are not known last. */
function byPlaceAndDay(photos, rows) {
  const groups = new Map();
  for (const row of rows) {
    const day = photos.day(row);
    const key = (day ?? -1e7) * 1e6 + photos.placeNumber(row);
    let group = groups.get(key);
    if (!group) {
      group = { day, place: photos.place(row), rows: [], counts: [0, 0, 0, 0] };
      groups.set(key, group);
    }
    group.rows.push(row);
    group.counts[photos.verdict(row)] += 1;
  }
  const order = (group) => (group.day === null ? -Infinity : group.day);
  return [...groups.values()].sort((a, b) => order(b) - order(a) || a.rows[0] - b.rows[0]);
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
    const counts = element('span', 'counts', counted(group.rows.length, 'photo'));
    group.counts.forEach((count, verdict) => {
      if (count === 0) return;
      counts.append(glyph(verdict), ` ${numbers.format(count)} ${verdictNames[verdict] || 'not judged'}`);
    });
    const [going] = this.photos.about.fates;
    if (going) {
      const count = group.rows.filter((row) => this.photos.has(row, flag.goes)).length;
      counts.append(`; ${numbers.format(count)} ${going}`);
    }
    const button = element('button', '', [
      element('span', 'place', group.place),
      element('span', 'date', dayText(group.day)),
      counts,
    ]);
    button.type = 'button';
    button.setAttribute('aria-expanded', 'false');
    const words = group.counts.map((count, verdict) =>
      count ? `${count} ${verdictNames[verdict] || 'not judged'}` : '',
    );
    button.ariaLabel = [
      group.place,
      dayText(group.day),
      counted(group.rows.length, 'photo'),
      ...words.filter(Boolean),
    ].join(', ');
    const section = element('section', 'day', element('h2', '', button));
    this.addStrip(section, group);
    button.addEventListener('click', () => this.toggle(section, button, group));
    return section;
  }

  /** The first pictures of a day, in one line. */
  addStrip(section, group) {
    const rows = [];
    for (const row of group.rows) {
      if (this.photos.pictureOf.has(row)) rows.push(row);
      if (rows.length === picturesInStrip) break;
    }
    if (rows.length === 0) return;
    section.append(
      element(
        'div',
        'strip',
        rows.map((row) => this.image(row)),
      ),
    );
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
    const line = element('span', 'verdict', [glyph(verdict), ` ${verdictNames[verdict] || 'not judged'}`]);
    line.classList.add(verdictNames[verdict] || 'none');
    const card = element('li', 'card', [
      element('span', 'picture', picture),
      element('span', 'name', photos.names.at(row)),
      element('span', '', [
        photos.hasTime(row) ? clockText(photos.taken[row]) : 'time not known',
        ` · ${sizeText(photos.bytes[row])}`,
      ]),
      line,
      element('span', '', [
        whereText(photos, row),
        isPlain ? '' : element('span', '', ` ${photos.about.reasons[reason] || reason}`),
      ]),
    ]);
    for (const text of this.remarks(row)) card.append(element('span', 'dim', text));
    return card;
  }

  /** Its group, copies, what becomes of it, camera and folder. */
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
      uploads ? `at ${uploads}` : '',
      photos.text('fate', row),
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
