// The fence that is edited: its shape on the ground, and how the pointer and the keys change it on the map. One shape at
// a time is edited, the draft, and only its handles move it.

const equatorRadius = 6378137;
const flattening = 1 / 298.257223563;
const mostRadius = 20037508;
const cornersOfCircle = 120;

/** How near to a handle the pointer takes it, and how far a key moves a shape, in pixels. */
const reach = 12;
const keyStep = 8;

/** The keys that zoom the map also while something is drawn. */
const keysOfMap = '+=-0';

function radians(degrees) {
  return (degrees * Math.PI) / 180;
}

/** Metres along the ellipsoid between two points, by Lambert's formula: good to some metres over thousands of km. */
function metersBetween([longitude, latitude], [otherLongitude, otherLatitude]) {
  const reduced = (degrees) => Math.atan((1 - flattening) * Math.tan(radians(degrees)));
  const [from, to] = [reduced(latitude), reduced(otherLatitude)];
  const [half, mean] = [(to - from) / 2, (to + from) / 2];
  const east = Math.sin(radians(otherLongitude - longitude) / 2);
  const root = Math.sqrt(Math.sin(half) ** 2 + Math.cos(from) * Math.cos(to) * east ** 2);
  const arc = 2 * Math.asin(Math.min(1, root));
  if (arc === 0 || arc > 3) return equatorRadius * arc;
  const x = ((arc - Math.sin(arc)) * (Math.sin(mean) * Math.cos(half)) ** 2) / Math.cos(arc / 2) ** 2;
  const y = ((arc + Math.sin(arc)) * (Math.cos(mean) * Math.sin(half)) ** 2) / Math.sin(arc / 2) ** 2;
  return equatorRadius * (arc - (flattening / 2) * (x + y));
}

/** The point so many metres along the ellipsoid from another, in about a direction, in radians from north. */
function pointAway([longitude, latitude], direction, meters) {
  const from = radians(latitude);
  let arc = meters / equatorRadius;
  let point = [longitude, latitude];
  for (let step = 0; step < 3; step += 1) {
    const sine = Math.sin(from) * Math.cos(arc) + Math.cos(from) * Math.sin(arc) * Math.cos(direction);
    const east = Math.atan2(
      Math.sin(direction) * Math.sin(arc) * Math.cos(from),
      Math.cos(arc) - Math.sin(from) * sine,
    );
    point = [longitude + (east * 180) / Math.PI, (Math.asin(Math.max(-1, Math.min(1, sine))) * 180) / Math.PI];
    arc *= meters / metersBetween([longitude, latitude], point);
  }
  return point;
}

/** The line around a circle on the ground. */
function circleLine(center, radius) {
  return Array.from({ length: cornersOfCircle }, (_, corner) =>
    pointAway(center, (corner * 2 * Math.PI) / cornersOfCircle, radius),
  );
}

/** A radius in metres, and in kilometres if it is so long. */
function radiusText(meters) {
  const whole = `${numbers.format(Math.round(meters))} m`;
  return meters < 1000 ? whole : `${whole} (${(meters / 1000).toFixed(meters < 100000 ? 2 : 0)} km)`;
}

/** A point that the server takes: to a tenth of a metre, on the map. */
function tidy([longitude, latitude]) {
  const rounded = (degrees) => Math.round(degrees * 1e6) / 1e6;
  return [rounded(longitude - 360 * Math.round(longitude / 360)), rounded(Math.max(-85, Math.min(85, latitude)))];
}

function tidyRadius(meters) {
  return Math.max(1, Math.min(mostRadius, Math.round(meters)));
}

/** What is edited: a fence that is there, or a new one. */
class Draft {
  /** A circle has a center and a radius, null until they are known; a polygon has points. */
  constructor({ name = null, label = name, kind = 'work', center = null, radius = null, points = null, parts = null }) {
    Object.assign(this, { name, label, kind, center, radius, points, parts });
    this.before = this.state();
  }

  /** The fence as the page knows it. One of several rings can be renamed, but not reshaped. */
  static of({ name, kind, center, radius, rings }) {
    if (center) return new Draft({ name, kind, center, radius });
    const lines = rings.map(({ points }) => pairs(points));
    return lines.length === 1
      ? new Draft({ name, kind, points: lines[0].slice(0, -1) })
      : new Draft({ name, kind, parts: lines });
  }

  state() {
    const { label, kind, center, radius, points } = this;
    return JSON.stringify({ label, kind, center, radius, points });
  }

  get isChanged() {
    return this.state() !== this.before;
  }

  get isCircle() {
    return this.points === null && this.parts === null;
  }

  /** Whether there is a shape to see. */
  get isShaped() {
    return this.isCircle
      ? this.center !== null && this.radius !== null
      : this.points === null || this.points.length > 2;
  }

  get middle() {
    const points = this.points ?? this.parts?.flat();
    if (!points) return this.center;
    const mean = (part) => points.reduce((sum, point) => sum + point[part], 0) / points.length;
    return [mean(0), mean(1)];
  }

  lines() {
    if (this.parts) return this.parts;
    if (this.points) return [this.points];
    return this.isShaped ? [circleLine(this.center, this.radius)] : [];
  }

  /** Moves the whole shape so that its middle is at a point. */
  moveTo(point) {
    if (this.isCircle) {
      this.center = tidy(point);
      return;
    }
    const [x, y] = this.middle;
    this.points = this.points.map(([longitude, latitude]) => tidy([longitude + point[0] - x, latitude + point[1] - y]));
  }

  /** Puts a point between one and the next, or at the end where there is no line yet. */
  addPoint(after) {
    const next = this.points[(after + 1) % this.points.length];
    const point = this.points[after];
    this.points.splice(after + 1, 0, tidy([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]));
  }

  /** What the server is asked; only what is changed of a fence that is there. */
  request() {
    const { name, label, kind, center, radius, points } = this;
    if (name === null) {
      const shape = points ? { points: points.flat() } : { center, radius };
      return { act: 'add', name: label, kind, ...shape };
    }
    const before = JSON.parse(this.before);
    const request = { act: 'edit', name };
    if (label !== name) request.newName = label;
    if (kind !== before.kind) request.kind = kind;
    if (this.isCircle && JSON.stringify([center, radius]) !== JSON.stringify([before.center, before.radius]))
      Object.assign(request, { center, radius });
    if (points && JSON.stringify(points) !== JSON.stringify(before.points)) request.points = points.flat();
    return request;
  }
}

/** The draft on the map, by pointer and by keys. `owner` is told what happens: the part of the page for fences. */
class FenceTool {
  constructor(map, owner) {
    Object.assign(this, { map, owner });
    this.clear();
    this.suggestions = [];
  }

  clear() {
    this.draft = null;
    this.isDrawing = false;
    this.chosen = null;
    this.grip = null;
    this.pointer = null;
  }

  /** Edits a draft; one without a shape is drawn first. */
  edit(draft) {
    this.clear();
    this.draft = draft;
    this.isDrawing = !draft.isShaped;
    this.map.draw();
  }

  /** The fence that the map does not draw, since its draft is. */
  get hides() {
    return this.draft?.name ?? null;
  }

  /** Whether keys move the draft, so that the middle of the map means nothing. */
  get takesEnter() {
    return this.draft !== null && !this.isDrawing;
  }

  /** What can be taken of the draft. */
  handles() {
    const { draft } = this;
    if (!draft?.isShaped || draft.parts || this.isDrawing) return [];
    const middle = { kind: 'middle', at: draft.middle };
    if (draft.isCircle) return [middle, { kind: 'edge', at: pointAway(draft.center, Math.PI / 2, draft.radius) }];
    const { points } = draft;
    const between = points.map((point, index) => {
      const next = points[(index + 1) % points.length];
      return { kind: 'between', index, at: [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2] };
    });
    return [...points.map((at, index) => ({ kind: 'point', index, at })), middle, ...between];
  }

  handleAt(px, py) {
    const { draft, map } = this;
    const away = (handle) => {
      const [x, y] = map.pointOf(handle.at);
      return Math.hypot(x - px, y - py);
    };
    const handles = this.handles();
    const edge = draft?.isCircle && handles.length > 0 ? this.edgeAt(px, py) : null;
    return edge ?? handles.find((handle) => away(handle) <= reach) ?? null;
  }

  /** The edge of the circle between its middle and a point, or behind that; null if it is not near. */
  edgeAt(px, py) {
    const { draft, map } = this;
    const [x, y] = map.pointOf(draft.center);
    const ratio = draft.radius / metersBetween(draft.center, map.coordinateAt(px, py));
    // Nearer to the middle, the middle is meant.
    if (!(ratio < 2 && Math.hypot(px - x, py - y) * Math.abs(ratio - 1) <= reach)) return null;
    return { kind: 'edge', at: map.coordinateAt(x + (px - x) * ratio, y + (py - y) * ratio) };
  }

  // What the map asks a tool.

  press(px, py) {
    const { draft, map } = this;
    if (this.isDrawing && draft.isCircle) {
      this.start({ kind: 'edge' });
      draft.center = tidy(map.coordinateAt(px, py));
      return true;
    }
    const handle = this.handleAt(px, py);
    if (!handle) return false;
    this.start(handle);
    const [x, y] = map.pointOf(handle.at);
    this.grip.offset = [px - x, py - y];
    if (handle.kind === 'between') {
      draft.addPoint(handle.index);
      this.grip = { ...this.grip, kind: 'point', index: handle.index + 1 };
    }
    if (this.grip.kind === 'point') this.choose(this.grip.index);
    return true;
  }

  start(handle) {
    const { center, radius, points } = this.draft;
    this.grip = { ...handle, offset: [0, 0], before: structuredClone({ center, radius, points }) };
  }

  drag(px, py) {
    const { draft, grip, map } = this;
    const point = map.coordinateAt(px - grip.offset[0], py - grip.offset[1]);
    if (grip.kind === 'edge') draft.radius = tidyRadius(metersBetween(draft.center, point));
    else if (grip.kind === 'middle') draft.moveTo(point);
    else draft.points[grip.index] = tidy(point);
    this.owner.reshaped();
  }

  /** Ends what a press began; its effect stays if it is done. */
  release(isDone) {
    const { draft, grip } = this;
    this.grip = null;
    if (!grip || !draft) return;
    if (!isDone) {
      Object.assign(draft, grip.before);
      this.chosen = null;
    } else if (this.isDrawing) {
      // Without a drag the circle has a size that can be seen, to be changed afterwards.
      draft.radius ??= this.radiusOnScreen();
      this.isDrawing = false;
    }
    this.owner.reshaped();
  }

  /** A sixth of the map's height, in metres. */
  radiusOnScreen() {
    const { width, height } = this.map.size();
    const away = [width / 2, height / 2 + height / 6];
    return tidyRadius(metersBetween(this.map.coordinateAt(width / 2, height / 2), this.map.coordinateAt(...away)));
  }

  /** Takes a click; `mark` is the photos there. */
  click(px, py, mark) {
    if (this.isDrawing) {
      if (this.draft.points) this.putPoint(px, py);
      return true;
    }
    if (this.draft) return false;
    const suggestion = this.suggestions.find(({ at }) => at && Math.hypot(at[0] - px, at[1] - py) <= at[2]);
    if (suggestion && !mark) {
      this.owner.take(suggestion);
      return true;
    }
    const fence = mark ? null : this.map.fenceAt(px, py);
    if (fence) this.owner.open(fence.name);
    return fence !== null;
  }

  /** Removes a point; also keeps the map where it is while points are set. */
  doubleClick(px, py) {
    const handle = this.handleAt(px, py);
    if (handle?.kind === 'point') this.removePoint(handle.index);
    return this.isDrawing || handle !== null;
  }

  cursor(px, py) {
    if (this.isDrawing) {
      this.pointer = [px, py];
      this.map.draw();
      return 'crosshair';
    }
    const kind = this.handleAt(px, py)?.kind;
    return { middle: 'move', edge: 'ew-resize', point: 'move', between: 'copy' }[kind] ?? '';
  }

  /** Takes a key; also those of the page, which decide about photos and are not meant here. */
  key(event) {
    if (!this.draft || this.draft.parts) return false;
    const acts = this.isDrawing ? this.keysOfDrawing() : this.keysOfEditing(event.shiftKey ? 5 * keyStep : keyStep);
    if (event.key === 'Tab') return !this.isDrawing && this.chooseNext(event.shiftKey ? -1 : 1);
    if (!acts[event.key]) return event.key.length === 1 && !keysOfMap.includes(event.key);
    acts[event.key]();
    return true;
  }

  keysOfDrawing() {
    const { width, height } = this.map.size();
    const put = () => {
      if (this.draft.points) {
        this.putPoint(width / 2, height / 2);
        return;
      }
      this.press(width / 2, height / 2);
      this.release(true);
    };
    return {
      ' ': put,
      Enter: () => (this.draft.points?.length > 2 ? this.close() : put()),
      Backspace: () => this.dropLast(),
      Delete: () => this.dropLast(),
      Escape: () => this.owner.cancel(),
    };
  }

  keysOfEditing(step) {
    const grown = (sign) => () => this.grow(sign);
    return {
      ArrowLeft: () => this.moveBy(-step, 0),
      ArrowRight: () => this.moveBy(step, 0),
      ArrowUp: () => this.moveBy(0, -step),
      ArrowDown: () => this.moveBy(0, step),
      ...(this.draft.isCircle ? { '+': grown(1), '=': grown(1), '-': grown(-1) } : {}),
      ...(this.draft.points
        ? {
            n: () => this.insertPoint(),
            Insert: () => this.insertPoint(),
            Delete: () => this.removePoint(),
            Backspace: () => this.removePoint(),
          }
        : {}),
      Enter: () => this.owner.focusForm(),
      Escape: () => (this.chosen === null ? this.owner.cancel() : this.choose(null)),
    };
  }

  // What changes the draft.

  /** Puts the next point of a polygon; one at the first closes it. */
  putPoint(px, py) {
    const { draft, map } = this;
    const first = draft.points.length > 2 ? map.pointOf(draft.points[0]) : null;
    if (first && Math.hypot(first[0] - px, first[1] - py) <= reach) {
      this.close();
      return;
    }
    const last = draft.points.length > 0 ? map.pointOf(draft.points.at(-1)) : [NaN, NaN];
    // The second click of a double one.
    if (Math.hypot(last[0] - px, last[1] - py) < 3) return;
    draft.points.push(tidy(map.coordinateAt(px, py)));
    this.owner.reshaped();
  }

  close() {
    this.isDrawing = false;
    this.owner.reshaped();
  }

  dropLast() {
    this.draft.points?.pop();
    this.owner.reshaped();
  }

  /** Moves the chosen point, or everything, by pixels. */
  moveBy(dx, dy) {
    const { draft, map, chosen } = this;
    const [x, y] = map.pointOf(chosen === null ? draft.middle : draft.points[chosen]);
    const point = map.coordinateAt(x + dx, y + dy);
    if (chosen === null) draft.moveTo(point);
    else draft.points[chosen] = tidy(point);
    this.keepInSight();
    this.owner.reshaped();
  }

  /** Moves the map where the keyboard works outside it. */
  keepInSight() {
    const { draft, map, chosen } = this;
    const [x, y] = map.pointOf(chosen === null ? draft.middle : draft.points[chosen]);
    const { width, height } = map.size();
    const beyond = (value, size) => Math.max(0, value - (size - 40)) + Math.min(0, value - 40);
    const [dx, dy] = [beyond(x, width), beyond(y, height)];
    if (dx !== 0 || dy !== 0) map.moveBy(-dx, -dy);
  }

  /** Makes the radius larger or smaller, by a step of about a tenth or less. */
  grow(sign) {
    const { draft } = this;
    const step = Math.max(1, 10 ** (Math.floor(Math.log10(draft.radius - (sign < 0 ? 1 : 0) || 1)) - 1));
    draft.radius = tidyRadius(Math.round(draft.radius / step) * step + sign * step);
    this.owner.reshaped();
  }

  /** Chooses a point of the polygon, or none. */
  choose(index) {
    this.chosen = index;
    this.owner.reshaped();
  }

  /** Chooses the next point; false after the last one, so that the keyboard goes on to what follows the map. */
  chooseNext(step) {
    const { draft, chosen } = this;
    if (!draft.points) return false;
    const next = chosen === null ? (step > 0 ? 0 : draft.points.length - 1) : chosen + step;
    const isPoint = next >= 0 && next < draft.points.length;
    this.choose(isPoint ? next : null);
    if (isPoint) this.keepInSight();
    return isPoint;
  }

  insertPoint() {
    const { draft, map } = this;
    if (draft.points.length < 2) {
      const { width, height } = map.size();
      const beside = draft.points.length * 40;
      draft.points.push(tidy(map.coordinateAt(width / 2 + beside, height / 2)));
      this.choose(draft.points.length - 1);
      return;
    }
    const after = this.chosen ?? draft.points.length - 1;
    draft.addPoint(after);
    this.choose(after + 1);
  }

  removePoint(index = this.chosen) {
    const { draft } = this;
    if (index === null || draft.points.length <= 3) {
      this.owner.tell(index === null ? 'Choose a point first.' : 'A polygon has at least 3 points.');
      return;
    }
    draft.points.splice(index, 1);
    this.choose(Math.min(index, draft.points.length - 1));
  }

  // What the map shows.

  draw(map) {
    for (const suggestion of this.draft ? [] : this.suggestions) this.drawSuggestion(map, suggestion);
    if (!this.draft) return;
    const { pen, colors } = map;
    const { draft } = this;
    const isNever = draft.kind === 'never';
    pen.beginPath();
    for (const line of draft.lines()) {
      for (const point of line) pen.lineTo(...map.pointOf(point));
      if (this.isDrawing && draft.points && this.pointer) pen.lineTo(...this.pointer);
      else pen.closePath();
      pen.moveTo(...map.pointOf(line[0] ?? [0, 0]));
    }
    pen.fillStyle = pen.strokeStyle = isNever ? colors.personal : colors.work;
    pen.globalAlpha = 0.13;
    pen.fill('evenodd');
    pen.globalAlpha = 1;
    pen.lineWidth = 3;
    pen.setLineDash(isNever ? [7, 5] : []);
    pen.stroke();
    pen.setLineDash([]);
    if (this.isDrawing) for (const at of draft.points ?? []) this.drawHandle(map, { kind: 'point', at });
    for (const handle of this.handles()) this.drawHandle(map, handle);
    if (draft.isCircle && draft.isShaped) {
      const [x, y] = map.pointOf(pointAway(draft.center, Math.PI, draft.radius));
      map.write(radiusText(draft.radius), x, Math.min(y + 18, map.size().height - 36), 'center');
    }
  }

  drawHandle(map, { kind, index, at }) {
    const { pen, colors } = map;
    const [x, y] = map.pointOf(at);
    const size = kind === 'between' ? 4 : 6;
    pen.beginPath();
    if (kind === 'middle') pen.arc(x, y, size + 1, 0, 2 * Math.PI);
    else pen.rect(x - size, y - size, 2 * size, 2 * size);
    const isChosen = kind === 'point' && index !== undefined && index === this.chosen;
    pen.fillStyle = isChosen ? colors.accent : colors.paper;
    pen.fill();
    pen.lineWidth = 2;
    pen.strokeStyle = colors.accent;
    pen.stroke();
    if (kind !== 'middle') return;
    map.line([
      [x - 3, y],
      [x + 3, y],
    ]);
    map.line([
      [x, y - 3],
      [x, y + 3],
    ]);
  }

  drawSuggestion(map, suggestion) {
    const { pen, colors } = map;
    const center = [suggestion.longitude, suggestion.latitude];
    const [x, y] = map.pointOf(center);
    const line = circleLine(center, suggestion.radius).map((point) => map.pointOf(point));
    const radius = Math.max(9, Math.abs(line[0][1] - y));
    suggestion.at = [x, y, radius];
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.setLineDash([3, 4]);
    pen.lineWidth = 2;
    pen.strokeStyle = colors.accent;
    pen.stroke();
    pen.setLineDash([]);
    map.write(suggestion.name, x, y - radius - 6, 'center');
  }
}
