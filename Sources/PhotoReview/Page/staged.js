// Staged actions, looked at and dropped, and the last screen: what to type when the program has ended.

const actionsAtOnce = 50;

class StagedPart {
  /** `page` asks the person and the server, and shows photos. */
  constructor(page) {
    this.page = page;
    this.actions = [];
    this.count = page.photos.about.staged;
    this.words = element('span', 'what');
    this.look = actButton('Look at them', () => this.toggle());
    this.look.setAttribute('aria-expanded', 'false');
    this.look.setAttribute('aria-controls', 'staged-list');
    this.list = element('div', 'staged-list');
    Object.assign(this.list, { id: 'staged-list', hidden: true });
    this.status = element('p');
    this.status.role = 'status';
    this.done = actButton('Done', () => this.finish());
    this.done.title = 'Ends the program and shows what to type next';
    const section = element('section', '', [
      element('div', 'acts', [this.words, this.look, this.done]),
      this.status,
      this.list,
    ]);
    section.id = 'staged';
    section.ariaLabel = 'Staged actions';
    page.at('totals').after(section);
    this.say();
  }

  say() {
    this.words.textContent =
      this.count === 0 ? 'Nothing is staged.' : `${counted(this.count, 'action')} staged, not carried out.`;
    this.look.hidden = this.count === 0;
  }

  /** Told of what changed. */
  changed({ staged }) {
    if (staged === undefined || staged === this.count) return;
    this.count = staged;
    this.say();
    if (staged === 0) this.hide();
    else if (!this.list.hidden) this.load();
  }

  hide() {
    this.list.hidden = true;
    this.look.setAttribute('aria-expanded', 'false');
    this.look.textContent = 'Look at them';
  }

  async toggle() {
    if (!this.list.hidden) {
      this.hide();
      return;
    }
    if (!(await this.load())) return;
    this.list.hidden = false;
    this.look.setAttribute('aria-expanded', 'true');
    this.look.textContent = 'Hide them';
  }

  async load() {
    try {
      const { actions } = await this.page.server.get('/staged');
      this.actions = actions;
      this.fill();
      return true;
    } catch (error) {
      this.status.textContent = error.message;
      return false;
    }
  }

  /** The actions by kind, the first of each kind one by one. */
  fill() {
    const focused = this.list.contains(document.activeElement);
    const kinds = new Map();
    for (const action of this.actions) kinds.set(action.kind, [...(kinds.get(action.kind) ?? []), action]);
    this.list.replaceChildren(...[...kinds].map(([kind, actions]) => this.group(kind, actions)));
    if (focused) (this.list.querySelector('button') ?? this.done).focus();
  }

  group(kind, actions) {
    const bytes = actions.reduce((sum, action) => sum + action.bytes, 0);
    const rows = actions.flatMap((action) => action.rows);
    const name = { upload: 'upload', purge: 'removal' }[kind] ?? kind;
    const what = counted(actions.length, name);
    const list = element('ul', 'staged-actions');
    const group = element('section', '', [
      element('div', 'acts', [
        element('h2', '', `${what}, ${sizeText(bytes)}`),
        actButton('Show their photos', () => this.show(rows, `of ${what}`), `Show the photos of ${what}`),
        actButton('Drop all', () => this.drop(actions), `Drop ${what}`),
      ]),
      list,
    ]);
    this.addActions(list, actions, 0);
    return group;
  }

  /** Lays out the next actions, and a button for those after them. */
  addActions(list, actions, start) {
    const end = Math.min(actions.length, start + actionsAtOnce);
    for (const action of actions.slice(start, end)) list.append(this.line(action));
    if (end === actions.length) return;
    const more = actButton(`Show more of ${numbers.format(actions.length - end)}`, () => {
      more.parentElement.remove();
      this.addActions(list, actions, end);
      list.children[end].querySelector('button').focus();
    });
    list.append(element('li', '', more));
  }

  line(action) {
    const { rows, words, bytes } = action;
    const photos = rows.length > 0 ? counted(rows.length, 'photo') : 'photos that are not shown here';
    return element('li', '', [
      element('span', 'what', [words, element('span', 'dim', ` ${photos}, ${sizeText(bytes)}`)]),
      rows.length > 0 ? actButton('Show', () => this.show(rows, 'of one action'), `Show the photos of: ${words}`) : '',
      actButton('Drop', () => this.drop([action]), `Drop: ${words}`),
    ]);
  }

  /** Shows the photos of actions in the list and on the map. */
  show(rows, words) {
    this.page.showOnly(rows, words);
    this.status.textContent = `The map and the list show ${counted(rows.length, 'photo')} ${words}.`;
  }

  /** Drops actions; the person confirms where the server wants that. */
  async drop(actions) {
    const ids = actions.map(({ id }) => id);
    try {
      const answer = await this.page.decisions.change('/unstage', { ids });
      if (!answer) return;
      this.status.textContent = `${answer.words}.`;
      await this.page.server.askAgain();
      await this.load();
    } catch (error) {
      this.status.textContent = error.message;
    }
  }

  // The end.

  async finish() {
    if (this.page.fences && !(await this.page.fences.cancel())) return;
    this.done.disabled = true;
    try {
      const { lines } = await this.page.server.post('/done', {});
      this.page.server.end();
      this.showEnd(lines);
    } catch (error) {
      this.done.disabled = false;
      this.status.textContent = error.message;
    }
  }

  /** The last screen: nothing on it needs the program. */
  showEnd(lines) {
    const heading = element('h1', '', 'The program has ended');
    heading.tabIndex = -1;
    const said = element('p');
    said.role = 'status';
    const items = lines.map((line) => {
      const code = element('code', '', line);
      return element('li', '', [code, actButton('Copy', () => this.copy(code, said), `Copy: ${line}`)]);
    });
    const main = element('main', 'end', [
      heading,
      element('p', '', 'Nothing was uploaded or removed by this page. You can close it.'),
      lines.length > 0 ? element('p', '', 'What you can type next:') : '',
      lines.length > 0 ? element('ul', 'lines', items) : '',
      said,
    ]);
    document.body.replaceChildren(main);
    document.title = 'The program has ended';
    window.scrollTo(0, 0);
    heading.focus();
  }

  /** Copies a line; where the browser forbids that, the line is marked, and it is said how to copy it. */
  async copy(code, said) {
    try {
      await navigator.clipboard.writeText(code.textContent);
      said.textContent = `Copied: ${code.textContent}`;
    } catch {
      getSelection().selectAllChildren(code);
      said.textContent = 'The browser does not let this page copy. The line is marked: press Ctrl+C.';
    }
  }
}
