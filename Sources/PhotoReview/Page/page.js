// The page: what is chosen, and everything that shows it.

const placesOnMap = 8;

class Page {
  constructor(photos) {
    this.photos = photos;
    this.at = (id) => document.getElementById(id);
    this.chosen = this.allChosen();
    this.everything = Uint32Array.from({ length: photos.count }, (_, row) => row);
    this.days = new DayList(this.at('days'), this.at('more'), photos);
    this.timeline = new Timeline(this.at('timeline-canvas'), this.at('timeline-help'), photos, (from, to) => {
      this.chosen.spot = null;
      Object.assign(this.chosen, { from, to });
      this.refresh();
    });
    this.fillHead();
    this.fillTotals();
    this.showMap();
    this.listen();
    this.refresh();
    this.map?.fit();
  }

  /** What is chosen at first: everything. */
  allChosen() {
    return {
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
    this.at('title').textContent = about.title;
    this.at('sentence').textContent = about.sentence;
    this.at('banner').textContent = about.banner;
    this.at('banner').hidden = !about.banner;
    this.at('made').textContent = about.made;
    this.at('timeline').hidden = this.timeline.isEmpty;
  }

  /** The numbers of photos and bytes, and the boxes that choose verdicts. */
  fillTotals() {
    const { photos } = this;
    const counts = [0, 0, 0, 0];
    photos.flags.forEach((bits) => {
      counts[bits & 3] += 1;
    });
    for (const total of photos.about.totals) {
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
    const isOne = (count) => count === photos.count;
    if (!counts.some(isOne)) {
      counts.forEach((count, verdict) => {
        if (count > 0) this.addBox(this.chosen.verdicts, verdict, [glyph(verdict), verdictText(verdict)]);
      });
    }
    const going = photos.flags.reduce((count, bits) => count + ((bits & flag.goes) === 0 ? 0 : 1), 0);
    if (going > 0 && !isOne(going)) {
      photos.about.fates.forEach((name, place) => {
        this.addBox(this.chosen.fates, place === 0 ? flag.goes : 0, name);
      });
    }
    this.at('verdicts').hidden = this.at('verdicts').children.length < 2;
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
    const hasMap = photos.latitude !== null;
    this.at('map').hidden = !hasMap;
    document.querySelector('main').classList.toggle('plain', !hasMap);
    if (!hasMap) return;
    this.map = new PhotoMap(this.at('map-canvas'), this.at('map-tip'), photos, (rows) => {
      this.chosen.spot = new Set(rows);
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

  /** The rows by everything that is chosen but the place on the map and the days. */
  matching() {
    const { photos } = this;
    const { verdicts, fates } = this.chosen;
    const text = this.chosen.text.trim().toLowerCase();
    if (text === '' && verdicts.size === 4 && fates.size === 2) return this.everything;
    const hits = {};
    for (const name of ['fence', 'camera', 'format', 'reason', 'uploads', 'fate', 'folder']) {
      if (photos.texts[name]) hits[name] = photos.texts[name].map((value) => value.toLowerCase().includes(text));
    }
    const lists = Object.keys(hits).filter((name) => hits[name].includes(true));
    return this.everything.filter(
      (row) =>
        verdicts.has(photos.verdict(row)) &&
        fates.has(photos.flags[row] & flag.goes) &&
        (text === '' ||
          lists.some((name) => hits[name][photos.index[name][row]]) ||
          photos.names.at(row).toLowerCase().includes(text)),
    );
  }

  refresh() {
    const { photos, chosen } = this;
    const { from, to, spot } = chosen;
    const matching = this.matching();
    let rows = matching;
    if (from !== null || to !== null) {
      rows = rows.filter((row) => {
        const day = photos.day(row);
        return day !== null && day >= (from ?? -Infinity) && day <= (to ?? Infinity);
      });
    }
    this.map?.show(rows);
    if (spot) rows = rows.filter((row) => spot.has(row));
    this.timeline.show(matching, from, to);
    this.days.show(rows);
    this.say(rows);
  }

  /** What is shown, in words. */
  say(rows) {
    const { from, to, spot } = this.chosen;
    let bytes = 0;
    for (const row of rows) bytes += this.photos.bytes[row];
    const all = rows.length === this.photos.count;
    const parts = [
      `${counted(rows.length, 'photo')}${all ? '' : ` of ${numbers.format(this.photos.count)}`}, ${sizeText(bytes)}`,
      spot ? 'from one place on the map' : '',
      from !== null || to !== null
        ? `${from === null ? '' : `from ${dayText(from)} `}${to === null ? '' : `to ${dayText(to)}`}`.trim()
        : '',
    ];
    this.at('shown').textContent = rows.length === 0 ? 'No photo matches.' : parts.filter(Boolean).join('; ');
    this.at('clear').hidden = all;
    const date = (day) => (day === null ? '' : dateOf(day).toISOString().slice(0, 10));
    this.at('from').value = date(from);
    this.at('to').value = date(to);
  }

  clear() {
    const { verdicts, fates, ...rest } = this.allChosen();
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
    this.at('filter').addEventListener('submit', (event) => event.preventDefault());
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
    this.at('help').addEventListener('click', () => this.showKeys());
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('beforeprint', () => this.days.add(500));
  }

  /** Shows the keys, or hides them again. */
  showKeys() {
    const keys = this.at('keys');
    keys.hidden = !keys.hidden;
    this.at('help').setAttribute('aria-expanded', String(!keys.hidden));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isTyping = event.target.matches?.('input');
    if (event.key === 'Escape') this.clear();
    if (isTyping) return;
    const acts = {
      j: () => this.days.move(1),
      k: () => this.days.move(-1),
      '/': () => this.at('text').focus(),
      m: () => this.at('map-canvas').focus(),
      '?': () => this.showKeys(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  }
}

new Page(photosOfThisFile());
