// Pictures from the server: small ones while they are in view, and one large.

/** Browsers open six connections to a server, of which decisions and changes need theirs. */
const picturesAtOnce = 4;
const picturesKept = 600;
const pictureDelay = 60;

/** Small pictures, asked for while they are in view, of which the last ones seen are kept. */
class Pictures {
  constructor(server, blank) {
    Object.assign(this, { server, blank });
    this.rowOf = new WeakMap();
    this.waiting = new Set();
    this.loading = new Map();
    this.kept = new Map();
    this.observer = new IntersectionObserver((entries) => this.see(entries), { rootMargin: '200px' });
  }

  /** Fills an image while it is in view. */
  watch(image, row) {
    this.rowOf.set(image, row);
    const picture = this.kept.get(row);
    if (picture) this.fill(image, picture);
    this.observer.observe(image);
  }

  see(entries) {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        if (!target.src && !target.isReplaced) this.waiting.add(target);
        continue;
      }
      this.waiting.delete(target);
      this.loading.get(target)?.abort();
      if (!target.isConnected) this.observer.unobserve(target);
    }
    // What is scrolled past within moments is not asked for.
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.loadNext();
    }, pictureDelay);
  }

  loadNext() {
    while (this.loading.size < picturesAtOnce && this.waiting.size > 0) {
      const [image] = this.waiting;
      this.waiting.delete(image);
      this.load(image);
    }
  }

  async load(image) {
    const row = this.rowOf.get(image);
    const stop = new AbortController();
    this.loading.set(image, stop);
    try {
      const picture = this.kept.get(row) ?? (await this.fetch(row, stop.signal));
      this.keep(row, picture);
      this.fill(image, picture);
    } catch {
      // It was scrolled away, or the program has ended, which is told where changes are asked for.
    }
    this.loading.delete(image);
    this.loadNext();
  }

  async fetch(row, signal) {
    const { blob, words } = await this.server.picture(row, 'small', signal);
    return { url: blob ? URL.createObjectURL(blob) : null, words, images: new Set() };
  }

  /** Keeps the picture as the one that was seen last, and lets the one go that was not seen for longest. */
  keep(row, picture) {
    this.kept.delete(row);
    this.kept.set(row, picture);
    if (this.kept.size <= picturesKept) return;
    const [oldest, { url, images }] = this.kept.entries().next().value;
    this.kept.delete(oldest);
    if (!url) return;
    for (const image of images) image.removeAttribute('src');
    URL.revokeObjectURL(url);
  }

  fill(image, picture) {
    if (!picture.url) {
      image.isReplaced = true;
      image.replaceWith(element('span', 'words', picture.words || this.blank(this.rowOf.get(image))));
      return;
    }
    for (const other of picture.images) if (!other.isConnected) picture.images.delete(other);
    picture.images.add(image);
    image.src = picture.url;
  }

  /** The address of a picture that is kept. */
  address(row) {
    return this.kept.get(row)?.url ?? null;
  }
}

/** One photo, as large as the window, over the page. */
class Viewer {
  /** `describe(row)` returns what is said below it, `next(row, step)` another row, `close(row)` returns to the list. */
  constructor(dialog, server, pictures, { describe, next, close }) {
    Object.assign(this, { dialog, server, pictures, describe, next, close });
    this.picture = dialog.querySelector('.large');
    this.words = dialog.querySelector('.facts');
    this.row = null;
    dialog.querySelector('[data-step="-1"]').addEventListener('click', () => this.step(-1));
    dialog.querySelector('[data-step="1"]').addEventListener('click', () => this.step(1));
    dialog.querySelector('.close').addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => this.end());
  }

  get isOpen() {
    return this.dialog.open;
  }

  open(row) {
    this.row = row;
    if (!this.dialog.open) this.dialog.showModal();
    this.tell();
    this.load();
  }

  /** Says what is known of the photo now. */
  tell() {
    this.words.replaceChildren(...this.describe(this.row));
  }

  step(step) {
    const row = this.next(this.row, step);
    if (row !== undefined) this.open(row);
  }

  /** Shows the small picture until the large one is here. */
  async load() {
    const { row } = this;
    this.stop?.abort();
    this.stop = new AbortController();
    const small = element('img');
    small.alt = '';
    const address = this.pictures.address(row);
    if (address) small.src = address;
    this.show(address ? small : '');
    this.picture.ariaBusy = 'true';
    try {
      const { blob, words } = await this.server.picture(row, 'large', this.stop.signal);
      if (row !== this.row) return;
      if (blob) await this.showLarge(row, URL.createObjectURL(blob));
      else this.showWords(words || this.pictures.blank(row));
    } catch (error) {
      if (row === this.row && error instanceof Refusal) this.showWords(error.message);
    }
    this.picture.ariaBusy = 'false';
  }

  /** Shows a large picture once it is decoded, so that nothing flickers. */
  async showLarge(row, address) {
    const image = element('img');
    image.alt = '';
    image.src = address;
    const isReadable = await image.decode().then(
      () => true,
      () => false,
    );
    if (row !== this.row) {
      URL.revokeObjectURL(address);
      return;
    }
    if (isReadable) this.show(image);
    else this.showWords('This browser cannot show the picture.');
    this.address = address;
  }

  showWords(words) {
    this.show(element('p', 'words', words));
  }

  /** Shows something in place of the picture, which is let go. */
  show(content) {
    if (this.address) URL.revokeObjectURL(this.address);
    this.address = null;
    this.picture.replaceChildren(content);
  }

  end() {
    const { row } = this;
    this.row = null;
    this.stop?.abort();
    this.show('');
    this.close(row);
  }
}
