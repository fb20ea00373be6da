// The map: fences in their true shapes and photos by verdict on one canvas, without any server. What is below them is a
// list of layers, each a function that draws. What is drawn by hand, a tool knows: see `tool`.

const worldSize = 256;
const cell = 46;
const closest = 21;

/** What is summed of the photos in a cell: where they are, how many each verdict has, how many would change. */
const sumsOfCell = 7;

/** Marks a verdict that a photo would have. */
const wouldChange = 4;

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

function longitudeOf(x) {
  return x * 360 - 180;
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
    /**
     * What is edited on the map, null for nothing. Before the map does so itself, it is asked to take a press, a drag, a
     * click and a key, and says true if it does; it draws itself, and says which cursor belongs to a point.
     */
    this.tool = null;
    /** Called with the rows in a box or at a mark that are selected; null where nothing can be selected. */
    this.select = null;
    /** The verdict that each row is shown with; with `wouldChange`, it would be that. */
    this.verdicts = new Uint8Array(photos.count);
    this.isShown = new Uint8Array(photos.count);
    this.previewed = [];
    this.x = new Float64Array(photos.count);
    this.y = new Float64Array(photos.count);
    for (let row = 0; row < photos.count; row += 1) {
      this.verdicts[row] = photos.verdict(row);
      if (!photos.hasPosition(row)) continue;
      this.x[row] = mercatorX(photos.longitude[row] / 1e7);
      this.y[row] = mercatorY(photos.latitude[row] / 1e7);
    }
    this.showFences(photos.about.fences);
    this.rows = new Uint32Array(0);
    this.marks = [];
    this.touches = new Map();
    this.listen();
  }

  /** Shows other photos. */
  show(rows) {
    this.rows = rows.filter((row) => this.photos.hasPosition(row));
    this.isShown.fill(0);
    for (const row of this.rows) this.isShown[row] = 1;
    this.draw();
  }

  showFences(fences) {
    this.fences = fences.map((fence) => ({
      name: fence.name,
      isNever: fence.kind === 'never',
      rings: fence.rings.map(({ points }) => pairs(points).map(([lon, lat]) => [mercatorX(lon), mercatorY(lat)])),
    }));
    this.draw();
  }

  /** Shows the verdicts that rows have now. */
  changed(rows) {
    for (const row of rows) this.verdicts[row] = this.photos.verdict(row);
    this.draw();
  }

  /** Shows rows with the verdicts that they would have, as pairs of both, until the next call, also those left out. */
  preview(changes) {
    this.changed(this.previewed);
    this.previewed = changes.map(([row]) => row).filter((row) => this.photos.hasPosition(row));
    for (const [row, verdict] of changes) this.verdicts[row] = verdict | wouldChange;
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
    this.showBox(west, north, east, south);
    this.fitted = rows;
  }

  /** A part of the world, no closer than houses can be told apart. */
  showBox(west, north, east, south) {
    const { width, height } = this.size();
    const scale = Math.min(
      (width - cell - freeAtRight) / Math.max(east - west, 1e-9),
      (height - 2 * cell) / Math.max(south - north, 1e-9),
    );
    this.zoom = Math.max(0, Math.min(17, Math.log2(scale / worldSize)));
    this.center = [(west + east) / 2 + (freeAtRight - cell) / 2 / this.scale(), (north + south) / 2];
    this.fitted = null;
    this.draw();
  }

  size() {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  scale() {
    return worldSize * 2 ** this.zoom;
  }

  /** The point of the canvas at a longitude and a latitude. */
  pointOf([longitude, latitude]) {
    return [mercatorX(longitude) * this.scale() - this.left, mercatorY(latitude) * this.scale() - this.top];
  }

  /** The longitude and the latitude at a point of the canvas. */
  coordinateAt(px, py) {
    return [longitudeOf((this.left + px) / this.scale()), latitudeOf((this.top + py) / this.scale())];
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
    const away = this.marksNow().map(({ x, y }) => [x - width / 2, y - height / 2]);
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

  /** Draws once the browser is ready for it; where everything is, is known at once. */
  draw() {
    if (!this.center) return;
    this.place();
    if (this.isAsked) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      if (this.isAsked) this.drawNow();
    });
  }

  /** Notes which part of the map the canvas shows. */
  place() {
    const { width, height } = this.size();
    this.left = this.center[0] * this.scale() - width / 2;
    this.top = this.center[1] * this.scale() - height / 2;
  }

  drawNow() {
    this.isAsked = false;
    this.place();
    const { width, height } = this.size();
    const dense = window.devicePixelRatio || 1;
    this.density = dense;
    if (this.canvas.width !== Math.round(width * dense) || this.canvas.height !== Math.round(height * dense)) {
      this.canvas.width = Math.round(width * dense);
      this.canvas.height = Math.round(height * dense);
    }
    this.colors = {};
    for (const name of [...verdictNames, 'none', 'line', 'quiet', 'ink', 'paper', 'sea', 'water', 'accent'])
      this.colors[name] = color(name);
    this.pen.setTransform(dense, 0, 0, dense, 0, 0);
    this.pen.clearRect(0, 0, width, height);
    this.pen.font = '12px system-ui, sans-serif';
    for (const layer of this.layers) layer(this);
    const fences = this.fences.filter((fence) => fence.name !== this.tool?.hides);
    for (const fence of fences) this.drawFence(fence);
    this.drawPhotos(width, height);
    for (const fence of fences) this.drawName(fence);
    this.tool?.draw(this);
    this.drawScale(height);
    if (this.box) this.drawBox(this.box);
    const hasKeys = this.canvas.matches(':focus-visible');
    if (hasKeys && !this.tool?.takesEnter) this.drawMiddle(width, height);
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

  /** The box that is drawn to select the photos in it. */
  drawBox([x, y, otherX, otherY]) {
    const { pen } = this;
    pen.fillStyle = pen.strokeStyle = this.colors.accent;
    pen.lineWidth = 2;
    pen.globalAlpha = 0.15;
    pen.fillRect(x, y, otherX - x, otherY - y);
    pen.globalAlpha = 1;
    pen.strokeRect(x, y, otherX - x, otherY - y);
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
    if (!this.sums || this.sums.length < cells * sumsOfCell) this.sums = new Float64Array(cells * sumsOfCell);
    this.sums.fill(0);
    this.sumUp(this.rows, west, north, columns, lines);
    this.sumUp(
      this.previewed.filter((row) => this.isShown[row] === 0),
      west,
      north,
      columns,
      lines,
    );
    const { sums } = this;
    const marks = [];
    for (let key = 0; key < cells; key += 1) {
      const sum = key * sumsOfCell;
      const counts = [sums[sum + 2], sums[sum + 3], sums[sum + 4], sums[sum + 5]];
      const count = counts[0] + counts[1] + counts[2] + counts[3];
      if (count === 0) continue;
      marks.push({
        x: (sums[sum] / count) * scale - this.left,
        y: (sums[sum + 1] / count) * scale - this.top,
        counts,
        count,
        changes: sums[sum + 6],
        cells: [[(key % columns) + west, Math.floor(key / columns) + north]],
      });
    }
    this.marks = this.joined(marks);
    for (const mark of this.marks) this.drawMark(mark);
  }

  /** Adds rows to the sums of the cells that they are in. */
  sumUp(rows, west, north, columns, lines) {
    const { sums, x, y, verdicts } = this;
    const across = this.scale() / cell;
    for (let place = 0; place < rows.length; place += 1) {
      const row = rows[place];
      const right = x[row] * across - west;
      const below = y[row] * across - north;
      if (!(right >= 0 && below >= 0 && right < columns && below < lines)) continue;
      const sum = ((right | 0) + (below | 0) * columns) * sumsOfCell;
      sums[sum] += x[row];
      sums[sum + 1] += y[row];
      sums[sum + 2 + (verdicts[row] & 3)] += 1;
      sums[sum + 6] += verdicts[row] >> 2;
    }
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
      other.changes += mark.changes;
      other.counts = other.counts.map((count, verdict) => count + mark.counts[verdict]);
      other.cells.push(...mark.cells);
      other.radius = 11 + 4 * Math.log10(other.count);
    }
    return kept;
  }

  drawMark({ x, y, radius, counts, count, changes }) {
    const { pen } = this;
    const first = counts.indexOf(Math.max(...counts));
    const name = (verdict) => this.colors[verdictNames[verdict] || 'none'];
    if (changes > 0) {
      this.outline(first, x, y, radius + 5);
      pen.lineWidth = 3;
      pen.strokeStyle = this.colors.accent;
      pen.stroke();
    }
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

  /** The marks of what the map shows now, also where the browser has not drawn it yet. */
  marksNow() {
    if (this.isAsked) this.drawNow();
    return this.marks;
  }

  /** The mark nearest to a point; null if none is near. */
  markAt(px, py, margin = 6) {
    let best = null;
    let least = Infinity;
    for (const mark of this.marksNow()) {
      const distance = Math.hypot(mark.x - px, mark.y - py);
      if (distance < mark.radius + margin && distance < least) [best, least] = [mark, distance];
    }
    return best;
  }

  /** The photos of a mark. */
  rowsOf(mark) {
    const across = this.scale() / cell;
    const cells = new Set(mark.cells.map(String));
    return this.rows.filter((row) =>
      cells.has(`${Math.floor(this.x[row] * across)},${Math.floor(this.y[row] * across)}`),
    );
  }

  /** Opens the photos of a mark as a list, or selects them. */
  openMark(mark, selects = false) {
    if (!mark) return;
    const open = (selects && this.select) || this.open;
    open(this.rowsOf(mark));
  }

  /** Selects the photos in the box that was drawn. */
  selectBox([x, y, otherX, otherY]) {
    const scale = this.scale();
    const [west, east] = [Math.min(x, otherX), Math.max(x, otherX)].map((px) => (this.left + px) / scale);
    const [north, south] = [Math.min(y, otherY), Math.max(y, otherY)].map((py) => (this.top + py) / scale);
    this.select(
      this.rows.filter(
        (row) => this.x[row] >= west && this.x[row] <= east && this.y[row] >= north && this.y[row] <= south,
      ),
    );
  }

  /** The fence at a point, the smallest one if there are several; null for none. */
  fenceAt(px, py) {
    let best = null;
    let least = Infinity;
    for (const fence of this.fences) {
      this.trace(fence);
      if (!this.pen.isPointInPath(px * this.density, py * this.density, 'evenodd')) continue;
      const xs = fence.rings.flat().map(([x]) => x);
      const width = Math.max(...xs) - Math.min(...xs);
      if (width < least) [best, least] = [fence, width];
    }
    return best;
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
    canvas.addEventListener('dblclick', (event) => {
      if (!this.tool?.doubleClick(event.offsetX, event.offsetY)) this.zoomBy(1, event.offsetX, event.offsetY);
    });
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
    const [x, y] = [event.offsetX, event.offsetY];
    this.touches.set(event.pointerId, [x, y]);
    if (this.touches.size > 1) {
      // A second finger moves the map.
      this.letGo();
      return;
    }
    this.travel = 0;
    this.isHeld = Boolean(this.tool?.press(x, y));
    if (!this.isHeld && event.shiftKey && this.select) this.box = [x, y, x, y];
  }

  /** Ends what the pointer draws without its effect, and says whether there was something. */
  letGo() {
    if (!this.isHeld && !this.box) return false;
    if (this.isHeld) this.tool?.release(false);
    this.isHeld = false;
    this.box = null;
    this.draw();
    return true;
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
    if (this.isHeld || this.box) {
      this.touches.set(event.pointerId, now);
      this.tip.hidden = true;
      if (this.isHeld) this.tool.drag(...now);
      else this.box.splice(2, 2, ...now);
      this.draw();
      return;
    }
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
    const isClick = this.travel <= 4;
    const { isHeld, box } = this;
    if (event.type !== 'pointerup' || !isClick) {
      const isDone = event.type === 'pointerup';
      if (isHeld) this.tool.release(isDone);
      else if (box && isDone) this.selectBox(box);
    } else if (isHeld) {
      this.tool.release(true);
    } else {
      const point = [event.offsetX, event.offsetY];
      const mark = this.markAt(...point);
      if (!this.tool?.click(...point, mark)) this.openMark(mark, event.shiftKey);
    }
    this.isHeld = false;
    this.box = null;
    this.draw();
  }

  hover(px, py) {
    const mark = this.markAt(px, py);
    this.canvas.classList.toggle('over', mark !== null);
    this.canvas.style.cursor = this.tool?.cursor(px, py) ?? '';
    this.tip.hidden = mark === null;
    if (!mark) return;
    const parts = mark.counts.map((count, verdict) =>
      count ? `${numbers.format(count)} ${verdictText(verdict)}` : '',
    );
    if (mark.changes > 0) parts.push(`${numbers.format(mark.changes)} would change`);
    this.tip.textContent = parts.filter(Boolean).join(', ');
    const left = Math.min(mark.x + 14, this.size().width - this.tip.offsetWidth - 6);
    this.tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, mark.y - mark.radius - 30)}px)`;
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.key === 'Escape' && this.letGo()) || this.tool?.key(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
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
      Enter: () => this.openMark(this.markAt(width / 2, height / 2, cell), event.shiftKey),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  }
}
