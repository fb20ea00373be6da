// The timeline: how many photos a day, week, month or year has, by verdict. Dragging chooses days.

class Timeline {
  /** `choose(from, to)` is called with the first and last day, both null for all. */
  constructor(canvas, help, photos, choose) {
    Object.assign(this, { canvas, help, photos, choose });
    this.pen = canvas.getContext('2d');
    this.rows = new Uint32Array(0);
    this.chosen = [null, null];
    let [first, last] = [Infinity, -Infinity];
    for (let row = 0; row < photos.count; row += 1) {
      const day = photos.day(row);
      if (day === null) continue;
      first = Math.min(first, day);
      last = Math.max(last, day);
    }
    [this.first, this.last] = [first, last];
    this.listen();
  }

  get isEmpty() {
    return this.first > this.last;
  }

  show(rows, from, to) {
    this.rows = rows;
    this.chosen = [from, to];
    this.draw();
  }

  draw() {
    if (this.isAsked || this.isEmpty) return;
    this.isAsked = true;
    requestAnimationFrame(() => {
      this.isAsked = false;
      this.drawNow();
    });
  }

  /** The bars: the number of each and the days at which they begin, so that each is at least three pixels wide. */
  bars(width) {
    const days = this.last - this.first + 1;
    const most = Math.max(1, Math.floor(width / 3));
    const kind = days <= most ? 'day' : days / 7 <= most ? 'week' : days / 30 <= most ? 'month' : 'year';
    const starts = [];
    const start = dateOf(this.first);
    const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
    const beginnings = {
      day: (bar) => this.first + bar,
      week: (bar) => this.first - ((((this.first + 3) % 7) + 7) % 7) + 7 * bar,
      month: (bar) => Date.UTC(year, month + bar) / 86400000,
      year: (bar) => Date.UTC(year + bar, 0) / 86400000,
    };
    for (let bar = 0; starts.length === 0 || starts.at(-1) <= this.last; bar += 1) starts.push(beginnings[kind](bar));
    return { kind, starts };
  }

  drawNow() {
    const { pen, canvas } = this;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    const dense = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * dense);
    canvas.height = Math.round(height * dense);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.font = '11px system-ui, sans-serif';
    const { kind, starts } = this.bars(width);
    this.starts = starts;
    const bars = starts.length - 1;
    const counts = new Uint32Array(bars * 4);
    const barOf = new Uint32Array(starts[bars] - starts[0]);
    for (let bar = 0; bar < bars; bar += 1) barOf.fill(bar, starts[bar] - starts[0], starts[bar + 1] - starts[0]);
    for (const row of this.rows) {
      const day = this.photos.day(row);
      if (day !== null) counts[barOf[day - starts[0]] * 4 + this.photos.verdict(row)] += 1;
    }
    let most = 1;
    for (let bar = 0; bar < bars; bar += 1) {
      const at = bar * 4;
      most = Math.max(most, counts[at] + counts[at + 1] + counts[at + 2] + counts[at + 3]);
    }
    const [top, bottom] = [16, height - 18];
    const step = width / bars;
    this.drawChosen(step, height);
    const colors = [...verdictNames, 'none'].map(color);
    for (let bar = 0; bar < bars; bar += 1) {
      let y = bottom;
      for (let verdict = 0; verdict < 4; verdict += 1) {
        const count = counts[bar * 4 + verdict];
        if (count === 0) continue;
        const tall = Math.max(1, (count / most) * (bottom - top));
        pen.fillStyle = colors[verdict];
        pen.fillRect(bar * step, y - tall, Math.max(1.5, Math.min(step - 1, 24)), tall);
        y -= tall;
      }
    }
    this.drawLabels(kind, step, height, bottom, most);
    this.help.textContent = `Photos by ${kind}. Drag over the bars to choose days.`;
    canvas.setAttribute('aria-label', `Photos by ${kind}, ${dayText(this.first)} to ${dayText(this.last)}`);
  }

  drawChosen(step, height) {
    const [from, to] = this.chosen;
    if (from === null && to === null) return;
    const { starts } = this;
    const left = Math.max(
      0,
      starts.findLastIndex((day) => day <= (from ?? starts[0])),
    );
    const right = starts.findLastIndex((day) => day <= (to ?? Infinity));
    this.pen.fillStyle = color('accent');
    this.pen.globalAlpha = 0.14;
    this.pen.fillRect(left * step, 0, (right - left + 1) * step, height);
    this.pen.globalAlpha = 1;
  }

  drawLabels(kind, step, height, bottom, most) {
    const { pen, starts } = this;
    pen.fillStyle = color('line');
    pen.fillRect(0, bottom, starts.length * step, 1);
    pen.fillStyle = color('quiet');
    pen.fillText(counted(most, 'photo'), 4, 12);
    let end = -20;
    for (let bar = 0; bar < starts.length - 1; bar += 1) {
      const date = dateOf(starts[bar]);
      const isYear = kind === 'year' || (date.getUTCMonth() === 0 && date.getUTCDate() <= (kind === 'week' ? 7 : 1));
      const isMonth = kind !== 'year' && date.getUTCDate() <= (kind === 'week' ? 7 : 1);
      if (bar > 0 && !isYear && !isMonth) continue;
      const text =
        isYear || bar === 0
          ? `${kind === 'year' ? '' : `${months[date.getUTCMonth()]} `}${date.getUTCFullYear()}`
          : months[date.getUTCMonth()];
      if (bar * step < end + 8) continue;
      pen.fillText(text, bar * step + 2, height - 5);
      end = bar * step + pen.measureText(text).width;
    }
  }

  listen() {
    const { canvas } = this;
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
    const barAt = (event) => {
      const bars = this.starts.length - 1;
      return Math.max(0, Math.min(bars - 1, Math.floor((event.offsetX / canvas.clientWidth) * bars)));
    };
    const choose = (event) => {
      const [a, b] = [this.begin, barAt(event)].sort((x, y) => x - y);
      this.chosen = [this.starts[a], this.starts[b + 1] - 1];
      this.draw();
    };
    canvas.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || !this.starts) return;
      canvas.setPointerCapture(event.pointerId);
      this.begin = barAt(event);
      choose(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.begin !== undefined) choose(event);
    });
    canvas.addEventListener('pointerup', () => {
      if (this.begin === undefined) return;
      this.begin = undefined;
      this.choose(...this.chosen);
    });
    canvas.addEventListener('pointercancel', () => {
      this.begin = undefined;
    });
  }
}
