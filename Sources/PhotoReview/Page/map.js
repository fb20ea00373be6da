// The map: fences in their true shapes and photos by verdict on one canvas, without any server. What is below them is a
// list of layers, each a function that draws.

const worldSize = 256;
const cell = 46;
const closest = 21;

/** What is left free at the right when the map shows a part of the world: the buttons, and a mark beside them. */
const freeAtRight = 70;

/** The place of a coordinate in the square of Mercator's map, 0…1. */
function mercatorX(longitude) {
  return (longitude + 180) / 360;
}

function mercatorY(latitude) {
  const sine = Math.sin((Math.max(-85.05, Math.min(85.05, latitude)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

function latitudeOf(y) {
  return (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI;
}

/** Numbers in pairs. */
function pairs(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, place) => [numbers[2 * place], numbers[2 * place + 1]]);
}

class PhotoMap {
  /** `open(rows)` is called with the rows at a place. */
  constructor(canvas, tip, photos, open) {
    Object.assign(this, { canvas, tip, photos, open });
    this.pen = canvas.getContext('2d');
    const ground = new Ground(photos.ground);
    this.layers = [(map) => ground.draw(map), (map) => map.drawGrid()];
    this.x = new Float64Array(photos.count);
    this.y = new Float64Array(photos.count);
    for (let row = 0; row < photos.count; row += 1) {
      if (!photos.hasPosition(row)) continue;
      this.x[row] = mercatorX(photos.longitude[row] / 1e7);
      this.y[row] = mercatorY(photos.latitude[row] / 1e7);
    }
    this.fences = photos.about.fences.map((fence) => ({
      name: fence.name,
      isNever: fence.kind === 'never',
      rings: fence.rings.map(({ points }) => pairs(points).map(([lon, lat]) => [mercatorX(lon), mercatorY(lat)])),
    }));
    this.rows = new Uint32Array(0);
    this.marks = [];
    this.touches = new Map();
    this.listen();
  }

  /** Shows other photos. */
  show(rows) {
    this.rows = rows.filter((row) => this.photos.hasPosition(row));
    this.draw();
  }

  /**
   * The part of the world with photos, by default all that are shown, or all fences if there are none. It stays in sight
   * in another size of the window, until the map is moved.
   */
  fit(rows = this.rows) {
    let [west, north, east, south] = [1, 1, 0, 0];
    const take = (x, y) => {
      west = Math.min(west, x);
      east = Math.max(east, x);
      north = Math.min(north, y);
      south = Math.max(south, y);
    };
    for (const row of rows) take(this.x[row], this.y[row]);
    if (rows.length === 0) for (const fence of this.fences) for (const [x, y] of fence.rings.flat()) take(x, y);
    if (west > east) [west, north, east, south] = [0, 0.2, 1, 0.8];
    const { width, height } = this.size();
    const scale = Math.min(
      (width - cell - freeAtRight) / Math.max(east - west, 1e-9),
      (height - 2 * cell) / Math.max(south - north, 1e-9),
    );
    this.zoom = Math.max(0, Math.min(17, Math.log2(scale / worldSize)));
    this.center = [(west + east) / 2 + (freeAtRight - cell) / 2 / this.scale(), (north + south) / 2];
    this.fitted = rows;
    this.draw();
  }

  size() {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  scale() {
    return worldSize * 2 ** this.zoom;
  }

  /** Zooms by steps around a point of the canvas. */
  zoomBy(steps, px, py) {
    const { width, height } = this.size();
    const [dx, dy] = [(px ?? width / 2) - width / 2, (py ?? height / 2) - height / 2];
    const before = this.scale();
    this.fitted = null;
    this.zoom = Math.max(0, Math.min(closest, this.zoom + steps));
    const after = this.scale();
    this.center = [this.center[0] + dx / before - dx / after, this.center[1] + dy / before - dy / after];
    this.draw();
  }

  /** Zooms in, to the nearest mark if there would be none to see. */
  zoomIn() {
    const { width, height } = this.size();
    const away = this.marks.map(({ x, y }) => [x - width / 2, y - height / 2]);
    const [nearest] = away.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    const isLost = !away.some(([dx, dy]) => Math.abs(dx) < width / 4 && Math.abs(dy) < height / 4);
    if (nearest && isLost) this.moveBy(-nearest[0], -nearest[1]);
    this.zoomBy(1);
  }

  moveBy(dx, dy) {
    this.fitted = null;
    this.center = [this.center[0] - dx / this.scale(), Math.max(0, Math.min(1, this.center[1] - dy / this.scale()))];
    this.draw();
  }

  /** Draws once the browser is ready for it. */
  draw() {
    if (this.isAsked || !this.center) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.drawNow();
    });
  }

  drawNow() {
    const { width, height } = this.size();
    const dense = window.devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * dense) || this.canvas.height !== Math.round(height * dense)) {
      this.canvas.width = Math.round(width * dense);
      this.canvas.height = Math.round(height * dense);
    }
    const scale = this.scale();
    this.left = this.center[0] * scale - width / 2;
    this.top = this.center[1] * scale - height / 2;
    this.colors = {};
    for (const name of [...verdictNames, 'none', 'line', 'quiet', 'ink', 'paper', 'sea', 'water', 'accent'])
      this.colors[name] = color(name);
    this.pen.setTransform(dense, 0, 0, dense, 0, 0);
    this.pen.clearRect(0, 0, width, height);
    this.pen.font = '12px system-ui, sans-serif';
    for (const layer of this.layers) layer(this);
    for (const fence of this.fences) this.drawFence(fence);
    this.drawPhotos(width, height);
    for (const fence of this.fences) this.drawName(fence);
    this.drawScale(height);
    if (this.canvas.matches(':focus-visible')) this.drawMiddle(width, height);
  }

  /** Lines of latitude and longitude, with their degrees at the edges. */
  drawGrid() {
    const { width, height } = this.size();
    const steps = [45, 30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01];
    const degrees = (360 * 150) / this.scale();
    const step = steps.findLast((size) => size >= degrees) ?? 45;
    if (degrees < 0.01) return;
    const { pen } = this;
    pen.strokeStyle = this.colors.line;
    pen.fillStyle = this.colors.quiet;
    pen.lineWidth = 1;
    pen.globalAlpha = 0.7;
    const west = (this.left / this.scale()) * 360 - 180;
    const east = ((this.left + width) / this.scale()) * 360 - 180;
    for (let k = Math.ceil(Math.max(west, -180) / step); k * step <= Math.min(east, 180); k += 1) {
      const x = Math.round(mercatorX(k * step) * this.scale() - this.left) + 0.5;
      this.line([
        [x, 0],
        [x, height],
      ]);
      pen.fillText(degreesText(k * step, 'EW'), x + 3, height - 6);
    }
    const south = latitudeOf((this.top + height) / this.scale());
    const north = latitudeOf(this.top / this.scale());
    for (let k = Math.ceil(Math.max(south, -80) / step); k * step <= Math.min(north, 80); k += 1) {
      const y = Math.round(mercatorY(k * step) * this.scale() - this.top) + 0.5;
      this.line([
        [0, y],
        [width, y],
      ]);
      if (y < height - 34) pen.fillText(degreesText(k * step, 'NS'), 4, y - 4);
    }
    pen.globalAlpha = 1;
  }

  line(points) {
    this.pen.beginPath();
    for (const [x, y] of points) this.pen.lineTo(x, y);
    this.pen.stroke();
  }

  trace(fence) {
    const scale = this.scale();
    this.pen.beginPath();
    for (const ring of fence.rings) {
      this.pen.moveTo(ring[0][0] * scale - this.left, ring[0][1] * scale - this.top);
      for (const [x, y] of ring) this.pen.lineTo(x * scale - this.left, y * scale - this.top);
      this.pen.closePath();
    }
  }

  drawFence(fence) {
    const { pen } = this;
    this.trace(fence);
    pen.fillStyle = pen.strokeStyle = fence.isNever ? this.colors.personal : this.colors.work;
    pen.globalAlpha = 0.13;
    pen.fill('evenodd');
    pen.globalAlpha = 1;
    pen.lineWidth = 2;
    pen.setLineDash(fence.isNever ? [7, 5] : []);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** The name above a fence that is large enough to be seen. */
  drawName(fence) {
    const points = fence.rings.flat();
    const scale = this.scale();
    const xs = points.map(([x]) => x * scale - this.left);
    const ys = points.map(([, y]) => y * scale - this.top);
    const [west, east, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys)];
    if (east - west < 24) return;
    this.write(fence.name, (west + east) / 2, top - 7, 'center');
  }

  /** Text that can be read on anything. */
  write(text, x, y, align) {
    const { pen } = this;
    pen.textAlign = align;
    pen.lineWidth = 3;
    pen.lineJoin = 'round';
    pen.strokeStyle = this.colors.sea;
    pen.fillStyle = this.colors.ink;
    pen.strokeText(text, x, y);
    pen.fillText(text, x, y);
    pen.textAlign = 'start';
  }

  /** Photos near each other are one mark with their number; the cells that join them are fixed to the map. */
  drawPhotos(width, height) {
    const scale = this.scale();
    const [west, north] = [Math.floor(this.left / cell) - 1, Math.floor(this.top / cell) - 1];
    const [columns, lines] = [Math.ceil(width / cell) + 3, Math.ceil(height / cell) + 3];
    const cells = columns * lines;
    if (!this.sums || this.sums.length < cells * 6) this.sums = new Float64Array(cells * 6);
    const { sums } = this;
    sums.fill(0);
    for (const row of this.rows) {
      const px = this.x[row] * scale;
      const py = this.y[row] * scale;
      const column = Math.floor(px / cell) - west;
      const line = Math.floor(py / cell) - north;
      if (column < 0 || line < 0 || column >= columns || line >= lines) continue;
      const place = (column + line * columns) * 6;
      sums[place] += px;
      sums[place + 1] += py;
      sums[place + 2 + this.photos.verdict(row)] += 1;
    }
    const marks = [];
    for (let place = 0; place < cells * 6; place += 6) {
      const counts = [...sums.subarray(place + 2, place + 6)];
      const count = counts[0] + counts[1] + counts[2] + counts[3];
      if (count === 0) continue;
      const key = place / 6;
      const [x, y] = [sums[place] / count - this.left, sums[place + 1] / count - this.top];
      marks.push({ x, y, counts, count, cells: [[(key % columns) + west, Math.floor(key / columns) + north]] });
    }
    this.marks = this.joined(marks);
    for (const mark of this.marks) this.drawMark(mark);
  }

  /** Marks of which none covers another: the larger ones take in the smaller ones that they would hide. */
  joined(marks) {
    const kept = [];
    for (const mark of marks.sort((a, b) => b.count - a.count)) {
      mark.radius = mark.count === 1 ? 7 : 11 + 4 * Math.log10(mark.count);
      const other = kept.find((one) => Math.hypot(one.x - mark.x, one.y - mark.y) < one.radius + mark.radius * 0.6);
      if (!other) {
        kept.push(mark);
        continue;
      }
      other.count += mark.count;
      other.counts = other.counts.map((count, verdict) => count + mark.counts[verdict]);
      other.cells.push(...mark.cells);
      other.radius = 11 + 4 * Math.log10(other.count);
    }
    return kept;
  }

  drawMark({ x, y, radius, counts, count }) {
    const { pen } = this;
    const first = counts.indexOf(Math.max(...counts));
    const name = (verdict) => this.colors[verdictNames[verdict] || 'none'];
    this.outline(first, x, y, radius);
    pen.fillStyle = count === 1 ? name(first) : this.colors.paper;
    pen.fill();
    pen.lineWidth = count === 1 ? 1.5 : 3;
    pen.strokeStyle = count === 1 ? this.colors.sea : name(first);
    pen.stroke();
    if (count === 1) return;
    pen.fillStyle = this.colors.ink;
    pen.textAlign = 'center';
    const text = count < 10000 ? String(count) : `${Math.round(count / 1000)}k`;
    pen.fillText(text, x, y + (first === 2 ? 7 : 4));
    pen.textAlign = 'start';
    this.drawOthers(counts, first, x, y, radius);
  }

  /** The signs of the other verdicts that a mark joins. */
  drawOthers(counts, first, x, y, radius) {
    let place = 0;
    counts.forEach((count, verdict) => {
      if (count === 0 || verdict === first) return;
      this.outline(verdict, x + radius * 0.95 - place * 10, y - radius * 0.95, 5);
      this.pen.fillStyle = this.colors[verdictNames[verdict] || 'none'];
      this.pen.fill();
      this.pen.lineWidth = 1.5;
      this.pen.strokeStyle = this.colors.sea;
      this.pen.stroke();
      place += 1;
    });
  }

  /** A circle for work, a square for personal, a triangle for unsure. */
  outline(verdict, x, y, radius) {
    const { pen } = this;
    pen.beginPath();
    if (verdict === 1) {
      pen.roundRect(x - radius * 0.9, y - radius * 0.9, radius * 1.8, radius * 1.8, radius / 5);
    } else if (verdict === 2) {
      const side = radius * 1.35;
      pen.moveTo(x, y - side);
      pen.lineTo(x + side, y + side * 0.8);
      pen.lineTo(x - side, y + side * 0.8);
      pen.closePath();
    } else {
      pen.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }

  drawScale(height) {
    const meters = (40075016 * Math.cos((latitudeOf(this.center[1]) * Math.PI) / 180)) / this.scale();
    const most = meters * 120;
    const power = 10 ** Math.floor(Math.log10(most));
    const length = [5, 2, 1].find((step) => step * power <= most) * power;
    const end = 10 + length / meters;
    this.pen.strokeStyle = this.colors.ink;
    this.pen.lineWidth = 2;
    this.line([
      [10, height - 28],
      [10, height - 22],
      [end, height - 22],
      [end, height - 28],
    ]);
    this.write(
      length < 1 ? `${Math.round(length * 100)} cm` : lengthText(length).replace('.0', ''),
      14,
      height - 28,
      'start',
    );
  }

  /** The point that Enter means, while the map has the keyboard. */
  drawMiddle(width, height) {
    this.pen.strokeStyle = this.colors.accent;
    this.pen.lineWidth = 2;
    this.pen.strokeRect(width / 2 - cell / 2, height / 2 - cell / 2, cell, cell);
  }

  /** The mark nearest to a point; null if none is near. */
  markAt(px, py, margin = 6) {
    let best = null;
    let least = Infinity;
    for (const mark of this.marks) {
      const distance = Math.hypot(mark.x - px, mark.y - py);
      if (distance < mark.radius + margin && distance < least) [best, least] = [mark, distance];
    }
    return best;
  }

  /** Opens the photos of a mark as a list. */
  openMark(mark) {
    if (!mark) return;
    const scale = this.scale();
    const cells = new Set(mark.cells.map(String));
    this.open(
      this.rows.filter((row) =>
        cells.has(`${Math.floor((this.x[row] * scale) / cell)},${Math.floor((this.y[row] * scale) / cell)}`),
      ),
    );
  }

  listen() {
    const { canvas } = this;
    new ResizeObserver(() => (this.fitted ? this.fit(this.fitted) : this.draw())).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    canvas.addEventListener('focus', () => this.draw());
    canvas.addEventListener('blur', () => this.draw());
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const lines = event.deltaMode === 0 ? event.deltaY / 240 : event.deltaY / 6;
        this.zoomBy(-Math.max(-1, Math.min(1, lines)), event.offsetX, event.offsetY);
      },
      { passive: false },
    );
    canvas.addEventListener('dblclick', (event) => this.zoomBy(1, event.offsetX, event.offsetY));
    canvas.addEventListener('pointerdown', (event) => this.press(event));
    canvas.addEventListener('pointermove', (event) => this.drag(event));
    for (const end of ['pointerup', 'pointercancel']) canvas.addEventListener(end, (event) => this.release(event));
    canvas.addEventListener('pointerleave', () => {
      this.tip.hidden = true;
    });
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  press(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.touches.set(event.pointerId, [event.offsetX, event.offsetY]);
    if (this.touches.size === 1) this.travel = 0;
  }

  drag(event) {
    const before = this.touches.get(event.pointerId);
    const now = [event.offsetX, event.offsetY];
    if (!before) {
      this.hover(...now);
      return;
    }
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    this.travel += Math.hypot(dx, dy);
    if (this.travel <= 4) return;
    this.canvas.classList.add('moving');
    this.tip.hidden = true;
    const other = [...this.touches].find(([id]) => id !== event.pointerId)?.[1];
    this.touches.set(event.pointerId, now);
    if (other) {
      const ratio =
        Math.hypot(now[0] - other[0], now[1] - other[1]) / Math.hypot(before[0] - other[0], before[1] - other[1]);
      if (ratio > 0) this.zoomBy(Math.log2(ratio), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
      this.moveBy(dx / 2, dy / 2);
    } else {
      this.moveBy(dx, dy);
    }
  }

  release(event) {
    if (!this.touches.delete(event.pointerId)) return;
    this.canvas.classList.remove('moving');
    if (this.travel <= 4 && event.type === 'pointerup') this.openMark(this.markAt(event.offsetX, event.offsetY));
  }

  hover(px, py) {
    const mark = this.markAt(px, py);
    this.canvas.classList.toggle('over', mark !== null);
    this.tip.hidden = mark === null;
    if (!mark) return;
    const parts = mark.counts.map((count, verdict) =>
      count ? `${numbers.format(count)} ${verdictText(verdict)}` : '',
    );
    this.tip.textContent = parts.filter(Boolean).join(', ');
    const left = Math.min(mark.x + 14, this.size().width - this.tip.offsetWidth - 6);
    this.tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, mark.y - mark.radius - 30)}px)`;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? 200 : 60;
    const { width, height } = this.size();
    const acts = {
      ArrowLeft: () => this.moveBy(step, 0),
      ArrowRight: () => this.moveBy(-step, 0),
      ArrowUp: () => this.moveBy(0, step),
      ArrowDown: () => this.moveBy(0, -step),
      '+': () => this.zoomIn(),
      '=': () => this.zoomIn(),
      '-': () => this.zoomBy(-1),
      0: () => this.fit(),
      Enter: () => this.openMark(this.markAt(width / 2, height / 2, cell)),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }
}
