// The program that serves the page, asked over loopback.

const askEvery = 500;
const askHiddenEvery = 60000;

/**
 * What the program refuses or cannot do, as a sentence. Its kind is `changed` if the page does not show what the program
 * knows, `refused` if a rule or what was typed is against it, `failed`, or `end` if there is nobody to ask any more.
 */
class Refusal extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }

  get isChanged() {
    return this.kind === 'changed';
  }

  get isEnd() {
    return this.kind === 'end';
  }
}

const endWords =
  'The program has ended, so nothing more can be decided here. What was decided is kept. ' +
  'Type `workphotos review` in the terminal again for a new page.';
const strangerWords =
  'The program does not know this page. Close it, and use the page that `workphotos review` opened last.';
const errorWords = 'The program could not do that. Its terminal says why; then load this page again.';

class Server {
  /** `secret` is what the first page was given, and no other page knows. */
  constructor(secret) {
    this.secret = secret;
    this.changesOfOwn = 0;
  }

  /** Sends a request and returns its answer, or throws a `Refusal`. */
  async send(path, { body, signal } = {}) {
    const headers = { 'X-Review-Secret': this.secret };
    if (body) headers['Content-Type'] = 'application/json';
    let answer;
    try {
      answer = await fetch(path, {
        method: body ? 'POST' : 'GET',
        headers,
        body: body && JSON.stringify(body),
        signal,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Refusal('end', endWords);
    }
    if (answer.ok) return answer;
    if (answer.status === 403) throw new Refusal('end', strangerWords);
    throw new Refusal('failed', (await wordsOf(answer)) ?? errorWords);
  }

  async get(path) {
    return this.read(await this.send(path));
  }

  async post(path, body) {
    return this.read(await this.send(path, { body }));
  }

  /** What was answered. A refusal is an answer too, so that the browser reports none as an error. */
  async read(answer) {
    const json = await answer.json();
    if (json.refusal) throw new Refusal(json.refusal.kind, json.refusal.message);
    return json;
  }

  async photos() {
    return new Photos(new BlocksOfServer(await (await this.send('/photos')).arrayBuffer()));
  }

  /** A picture, `small` or `large`, or why there is none. */
  async picture(row, size, signal) {
    try {
      const answer = await this.send(`/picture/${row}/${size}`, { signal });
      const isImage = answer.headers.get('Content-Type')?.startsWith('image/');
      return isImage ? { blob: await answer.blob() } : { words: await wordsOf(answer) };
    } catch (error) {
      if (!(error instanceof Refusal) || error.isEnd) throw error;
      return { words: error.message === errorWords ? null : error.message };
    }
  }

  /**
   * Asks for changes twice a second while the page is visible, and once a minute while it is not, so that the program
   * knows of it. `take(changes)` gets them, `fail(refusal)` why there are no more.
   */
  watch(moment, take, fail) {
    this.moment = moment;
    this.lookedAt = Date.now();
    const ask = async () => {
      if (this.hasEnded) return;
      try {
        if (!document.hidden || Date.now() - this.lookedAt >= askHiddenEvery) await this.look(take);
        clearTimeout(this.timer);
        if (!this.hasEnded) this.timer = setTimeout(ask, askEvery);
      } catch (error) {
        if (this.hasEnded) return;
        this.hasEnded = true;
        fail(error);
      }
    };
    this.askAgain = () => {
      clearTimeout(this.timer);
      this.hasEnded = false;
      return ask();
    };
    document.addEventListener('visibilitychange', () => this.askAgain());
    this.timer = setTimeout(ask, askEvery);
  }

  /** Asks no more, since the program ends because it was told to. */
  end() {
    clearTimeout(this.timer);
    this.askAgain = () => {};
    this.hasEnded = true;
  }

  /**
   * Asks for changes once. An answer that was asked for before a change of this page is left, since it may be older
   * than that.
   */
  async look(take) {
    const before = this.changesOfOwn;
    this.lookedAt = Date.now();
    const changes = await this.get(`/changes?since=${this.moment}`);
    if (before !== this.changesOfOwn) return;
    this.moment = changes.moment;
    take(changes);
  }
}

/** The sentence of an answer that is not what was asked for; null if it has none. */
async function wordsOf(answer) {
  try {
    return (await answer.json()).message;
  } catch {
    return null;
  }
}
