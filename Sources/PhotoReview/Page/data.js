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
  imported: 8192,
};

/** The bytes of base64 digits. */
function bytesOf(digits) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(digits);
  const text = atob(digits);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i);
  return bytes;
}

/** The numbers that are wide enough for so many texts. */
function indexType(count) {
  return count <= 0x100 ? Uint8Array : count <= 0x10000 ? Uint16Array : Uint32Array;
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

/** The blocks of this file: bytes are base64, and texts stand as they are. */
class BlocksOfFile {
  /** The text of a block; empty for one that is not there. */
  text(name) {
    const element = document.getElementById(`data-${name}`);
    return element ? element.textContent.slice(1) : '';
  }

  /** The bytes of a block; null for one that is not there. */
  bytes(name) {
    const digits = this.text(name);
    return digits ? bytesOf(digits) : null;
  }
}

/** The blocks that a server sends: of each its name and its length in a line, then its bytes. */
class BlocksOfServer {
  constructor(buffer) {
    this.buffer = buffer;
    this.places = new Map();
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < bytes.length; ) {
      const end = bytes.indexOf(10, at);
      const [name, length] = new TextDecoder().decode(bytes.subarray(at, end)).split(' ');
      this.places.set(name, [end + 1, end + 1 + Number(length)]);
      at = end + 1 + Number(length);
    }
  }

  text(name) {
    const place = this.places.get(name);
    return place ? new TextDecoder().decode(new Uint8Array(this.buffer, place[0], place[1] - place[0])) : '';
  }

  /** A copy, since a column of numbers begins at a multiple of their size. */
  bytes(name) {
    const place = this.places.get(name);
    return place ? new Uint8Array(this.buffer.slice(...place)) : null;
  }
}

/** The photos, from named blocks: those of this file, or what a server sends. */
class Photos {
  constructor(blocks) {
    const about = JSON.parse(blocks.text('about'));
    this.about = about;
    this.count = about.photos;
    const column = (name, Type) => {
      const bytes = blocks.bytes(name);
      return bytes ? new Type(bytes.buffer) : null;
    };
    this.taken = column('taken', Int32Array);
    this.bytes = column('bytes', Float32Array);
    this.flags = column('flags', Uint16Array);
    this.latitude = column('latitude', Int32Array);
    this.longitude = column('longitude', Int32Array);
    this.distance = column('distance', Float32Array);
    this.stamp = column('stamp', Uint32Array);
    this.ground = { land: blocks.bytes('land'), lakes: blocks.bytes('lakes'), borders: blocks.bytes('borders') };
    this.texts = about.texts;
    this.index = {};
    for (const name of Object.keys(about.texts)) this.index[name] = column(name, indexType(about.texts[name].length));
    this.known = {};
    this.places = [];
    this.placeOf = [];
    this.isGone = new Uint8Array(this.count);
    this.names = new Lines(blocks.text('names'));
    this.pictures = new Lines(blocks.text('pictures'));
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

  /** Gives a row a text, which is added to its column if it is new. */
  setText(name, row, text) {
    if (this.text(name, row) === text) return;
    const texts = this.texts[name];
    this.known[name] ??= new Map(texts.map((known, number) => [known, number]));
    let number = this.known[name].get(text);
    if (number === undefined) {
      number = texts.push(text) - 1;
      this.known[name].set(text, number);
      const Type = indexType(texts.length);
      if (!(this.index[name] instanceof Type)) this.index[name] = Type.from(this.index[name]);
      // The keys of places depend on the count of reasons.
      if (name === 'reason') this.placeOf = [];
    }
    this.index[name][row] = number;
  }

  /** Takes over what has changed, and returns the rows that are not as they were. */
  apply({ rows = [], gone = [] }) {
    const changed = rows.filter((change) => this.applyTo(change)).map(({ row }) => row);
    for (const row of gone) {
      if (this.isGone[row] === 0) changed.push(row);
      this.isGone[row] = 1;
    }
    return changed;
  }

  /** Takes over a row, and returns whether it is not as it was. */
  applyTo(change) {
    const { row, flags, stamp } = change;
    const columns = ['reason', 'fence', 'uploads', 'fate'];
    const isOther = (name) => this.text(name, row) !== (change[name] ?? '');
    if (this.flags[row] === flags && this.stamp[row] === stamp && !columns.some(isOther)) return false;
    // The distance was that to the fence before.
    if (this.distance && isOther('fence')) this.distance[row] = NaN;
    [this.flags[row], this.stamp[row]] = [flags, stamp];
    for (const name of columns) this.setText(name, row, change[name] ?? '');
    return true;
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

  /** Whether nothing says what becomes of it: neither a verdict that counts nor a hold. */
  isUndecided(row) {
    return this.verdict(row) >= 2 && !this.has(row, flag.held);
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
