'use strict';

// The data of the page. Photos are columns, never objects: a row is a number, and what it says is asked for.

const verdictNames = ['work', 'personal', 'unsure'];
const noNumber = -2147483648;
const minutesOfDay = 1440;

/** The bits of the column `flags`; the lowest two are the verdict, of which 3 is none. */
const flag = {
  inferred: 4,
  held: 8,
  marked: 16,
  uploaded: 32,
  raw: 64,
  edit: 128,
  clip: 256,
  sidecar: 512,
  leader: 1024,
  still: 2048,
  goes: 4096,
};

/** The bytes of base64 digits. */
function bytesOf(digits) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(digits);
  const text = atob(digits);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** A block of text of which each line is a value, found when it is asked for. */
class Lines {
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) this.starts.push(end + 1);
    this.starts = Uint32Array.from(this.starts);
    this.count = this.starts.length - 1;
  }

  /** The line as it stands in the block. */
  raw(index) {
    return index < this.count ? this.text.slice(this.starts[index], this.starts[index + 1] - 1) : '';
  }

  /** The line as text, in which \l stands for the sign that begins markup. */
  at(index) {
    const line = this.raw(index);
    return line.includes('\\') ? line.replace(/\\./g, (pair) => (pair === '\\l' ? '<' : pair)) : line;
  }
}

/** The photos, from a source of named blocks: those of this file, or what a server sends. */
class Photos {
  /** `block(name)` returns the text of a block; empty for one that is not there. */
  constructor(about, block) {
    this.about = about;
    this.count = about.photos;
    const column = (name, Type) => {
      const digits = block(name);
      return digits ? new Type(bytesOf(digits).buffer) : null;
    };
    const indexes = (name) => {
      const count = about.texts[name].length;
      return column(name, count <= 0x100 ? Uint8Array : count <= 0x10000 ? Uint16Array : Uint32Array);
    };
    this.taken = column('taken', Int32Array);
    this.bytes = column('bytes', Float32Array);
    this.flags = column('flags', Uint16Array);
    this.latitude = column('latitude', Int32Array);
    this.longitude = column('longitude', Int32Array);
    this.distance = column('distance', Float32Array);
    this.ground = { land: block('land'), lakes: block('lakes'), borders: block('borders') };
    this.texts = about.texts;
    this.index = {};
    for (const name of Object.keys(about.texts)) this.index[name] = indexes(name);
    this.places = [];
    this.placeOf = [];
    this.names = new Lines(block('names'));
    this.pictures = new Lines(block('pictures'));
    this.pictureOf = new Map();
    for (let line = 0; line < this.pictures.count; line += 1) {
      const start = this.pictures.starts[line];
      const blank = this.pictures.text.indexOf(' ', start);
      this.pictureOf.set(Number(this.pictures.text.slice(start, blank)), line);
    }
  }

  /** The text of a column; empty for none. */
  text(name, row) {
    return this.texts[name][this.index[name][row]];
  }

  /** The verdict as a number, 3 for none. */
  verdict(row) {
    return this.flags[row] & 3;
  }

  has(row, bit) {
    return (this.flags[row] & bit) !== 0;
  }

  /** Whether the page is about an act that leaves the photo alone. */
  stays(row) {
    return this.about.fates.length > 0 && !this.has(row, flag.goes);
  }

  hasTime(row) {
    return this.taken[row] !== noNumber;
  }

  /** The day as a count since 1970, null for none. */
  day(row) {
    return this.hasTime(row) ? Math.floor(this.taken[row] / minutesOfDay) : null;
  }

  hasPosition(row) {
    return this.latitude !== null && this.latitude[row] !== noNumber;
  }

  /** Whether the photo lies inside its fence, by the reason of its verdict. */
  isInside(row) {
    return !['outside-fences', 'near-boundary'].includes(this.text('reason', row));
  }

  /** Where it was taken, as a heading. */
  place(row) {
    return this.places[this.placeNumber(row)];
  }

  /** The number of that place among `places`, which a fence and a reason decide. */
  placeNumber(row) {
    const key = this.index.fence[row] * this.texts.reason.length + this.index.reason[row];
    if (this.placeOf[key] === undefined) {
      const place = this.placeText(row);
      const known = this.places.indexOf(place);
      this.placeOf[key] = known < 0 ? this.places.push(place) - 1 : known;
    }
    return this.placeOf[key];
  }

  placeText(row) {
    const fence = this.text('fence', row);
    if (fence) return this.isInside(row) ? fence : `near ${fence}`;
    const reason = this.text('reason', row);
    return reason === 'no-position' || reason === 'invalid-position' ? 'No position' : 'Elsewhere';
  }

  /** The address of its picture, null if the file has none. */
  picture(row) {
    const line = this.pictureOf.get(row);
    if (line === undefined) return null;
    const text = this.pictures.raw(line);
    return `data:image/jpeg;base64,${text.slice(text.indexOf(' ') + 1)}`;
  }
}

/** The photos in this file. */
function photosOfThisFile() {
  const block = (name) => {
    const element = document.getElementById(`data-${name}`);
    return element ? element.textContent.slice(1) : '';
  };
  return new Photos(JSON.parse(block('about')), block);
}
