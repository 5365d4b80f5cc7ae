import type { Search, SearchResult, SearchResults } from './search-query.js'

/** The search of the page, which is hidden without scripts. */
export function enableSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[role=search]')
  const input = form?.querySelector('input')
  const list = form?.querySelector('ul')
  const note = form?.querySelector('p')
  if (form && input && list && note) enable(form, input, list, note)
}

function enable(
  form: HTMLFormElement,
  input: HTMLInputElement,
  list: HTMLUListElement,
  note: HTMLElement,
): void {
  const root = form.dataset.root ?? ''
  let loading: Promise<Search> | undefined
  let chosen = -1
  form.hidden = false

  // What searches is fetched when a search is about to start, not with the page.
  const load = (): Promise<Search> => {
    loading ??= loadSearch(root).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  const choose = (next: number): void => {
    const items = [...list.children]
    if (items.length === 0) return
    chosen = (next + items.length) % items.length
    for (const [at, item] of items.entries()) {
      item.setAttribute('aria-selected', String(at === chosen))
      if (at !== chosen) continue
      input.setAttribute('aria-activedescendant', item.id)
      item.scrollIntoView({ block: 'nearest' })
    }
  }

  const show = (items: readonly HTMLLIElement[], said: string): void => {
    list.replaceChildren(...items)
    list.hidden = items.length === 0
    note.textContent = said
    note.hidden = said === ''
    input.setAttribute('aria-expanded', String(items.length > 0))
    input.removeAttribute('aria-activedescendant')
    chosen = -1
  }

  const search = async (): Promise<void> => {
    const question = input.value.trim()
    if (question === '') return show([], '')
    try {
      const found = (await load())(question)
      if (question !== input.value.trim()) return
      show(
        found.results.map((each, at) => itemOf(each, at, root)),
        saidOf(question, found),
      )
    } catch {
      show([], 'The search could not be loaded. Try again.')
    }
  }

  const go = (at: number): void => list.children[at]?.querySelector('a')?.click()
  const close = (): void => show([], '')

  input.addEventListener('focus', () => void load().catch(() => undefined))
  input.addEventListener('input', () => void search())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter') go(Math.max(chosen, 0))
    else return
    event.preventDefault()
  })
  // A part of the same page does not load another page.
  list.addEventListener('click', close)
  form.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) close()
  })
  document.addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !isWrittenIn(event.target)
    const isK = event.key === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isK) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

async function loadSearch(root: string): Promise<Search> {
  const [{ createSearch }, entries] = await Promise.all([
    import('./search-query.js'),
    fetch(`${root}assets/search.json`).then((response) => response.json()),
  ])
  return createSearch(entries)
}

function saidOf(question: string, { isNearest, results }: SearchResults): string {
  if (results.length === 0) return `Nothing found for “${question}”.`
  return isNearest ? 'No page has all of these words. The nearest:' : ''
}

function itemOf(result: SearchResult, at: number, root: string): HTMLLIElement {
  const item = document.createElement('li')
  item.id = `result-${at}`
  item.setAttribute('role', 'option')
  const link = document.createElement('a')
  link.href = `${root}${result.path}`
  link.tabIndex = -1
  const where = document.createElement('small')
  where.textContent = result.of ?? result.kind
  const snippet = document.createElement('span')
  snippet.append(...marked(result.snippet, result.words))
  link.append(result.title, ' ', where, snippet)
  item.append(link)
  return item
}

/** The text with the words that were found marked. */
function marked(text: string, words: readonly string[]): (string | HTMLElement)[] {
  const found = words.filter((word) => word.length > 1).map((word) => word.replace(/\W/g, '\\$&'))
  if (found.length === 0) return [text]
  return text.split(new RegExp(`(${found.join('|')})`, 'i')).map((part, at) => {
    if (at % 2 === 0) return part
    const mark = document.createElement('mark')
    mark.textContent = part
    return mark
  })
}

/** Where a slash is a slash. */
function isWrittenIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}
