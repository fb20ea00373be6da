// The ground below the photos where a whole region is shown: land, lakes and borders of Natural Earth, if they are in the
// file. They are good to about a kilometre, so they fade when the map comes closer.

const fadesFrom = 8.5;
const fadesTo = 10;

/** Calls `take` with each line of a file of Marble's (pn2, version 2), as longitudes and latitudes in turn. */
function forEachLine(bytes, take) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  const skip = (count) => {
    at += count;
    return at - count;
  };
  const readLine = () => {
    const line = [];
    for (let left = view.getUint32(skip(4)); left > 0; left -= 1) {
      const [latitude, longitude] = [view.getInt16(skip(2)), view.getInt16(skip(2))];
      line.push(longitude / 120, latitude / 120);
      for (let more = view.getInt16(skip(2)); more > 0; more -= 1) {
        const [north, east] = [view.getInt8(skip(1)), view.getInt8(skip(1))];
        line.push((longitude + east) / 120, (latitude + north) / 120);
      }
    }
    take(line);
  };
  if (view.getUint8(skip(1)) !== 2) return;
  skip(4);
  if (view.getUint8(skip(1)) !== 0) return;
  while (at < bytes.length) {
    const kind = view.getUint8(skip(1));
    skip(4);
    const lines = kind === 4 ? view.getUint8(skip(1)) : 0;
    for (let left = lines; left > 0; left -= 1) {
      skip(5);
      readLine();
    }
    if (kind !== 4) readLine();
  }
}

class Ground {
  /** The parts by name, as bytes; null for one that is not there. */
  constructor(parts) {
    this.paths = {};
    try {
      for (const [name, bytes] of Object.entries(parts)) if (bytes) this.paths[name] = this.path(bytes);
    } catch {
      // A file of another version: the photos are what matters.
      this.paths = {};
    }
  }

  path(bytes) {
    const path = new Path2D();
    forEachLine(bytes, (line) => {
      for (let place = 0; place < line.length; place += 2) {
        const [x, y] = [mercatorX(line[place]), mercatorY(line[place + 1])];
        if (place === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    });
    return path;
  }

  draw(map) {
    const strength = Math.max(0, Math.min(1, (fadesTo - map.zoom) / (fadesTo - fadesFrom)));
    if (!this.paths.land || strength === 0) return;
    const { pen } = map;
    const { width, height } = map.size();
    const scale = map.scale();
    pen.save();
    pen.globalAlpha = strength;
    pen.fillStyle = map.colors.water;
    pen.fillRect(0, 0, width, height);
    pen.translate(-map.left, -map.top);
    pen.scale(scale, scale);
    pen.fillStyle = map.colors.sea;
    pen.fill(this.paths.land);
    pen.fillStyle = map.colors.water;
    if (this.paths.lakes) pen.fill(this.paths.lakes, 'evenodd');
    pen.strokeStyle = map.colors.quiet;
    pen.lineWidth = 0.7 / scale;
    if (this.paths.borders) pen.stroke(this.paths.borders);
    pen.restore();
    pen.fillStyle = map.colors.quiet;
    pen.textAlign = 'end';
    pen.fillText('Natural Earth', width - 6, height - 22);
    pen.textAlign = 'start';
  }
}
