import MiniSearch from 'minisearch'
import { SEARCH_OPTIONS, type SearchEntry } from './search-options.js'

const MOST_RESULTS = 12

/** The search of the page, which is hidden without scripts. */
export function enableSearch(): void {
  const form = document.querySelector<HTMLFormElement>('form[role=search]')
  const input = form?.querySelector('input')
  const list = form?.querySelector('ul')
  if (form && input && list) enable(form, input, list)
}

function enable(form: HTMLFormElement, input: HTMLInputElement, list: HTMLUListElement): void {
  const root = form.dataset.root ?? ''
  let index: Promise<MiniSearch<SearchEntry>> | undefined
  let chosen = -1
  form.hidden = false

  // The index is fetched when a search is about to start, not with the page.
  const load = (): Promise<MiniSearch<SearchEntry>> => {
    index ??= fetch(`${root}assets/search.json`)
      .then((response) => response.text())
      .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS))
    return index
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

  const show = (items: readonly HTMLLIElement[]): void => {
    list.replaceChildren(...items)
    list.hidden = items.length === 0
    input.setAttribute('aria-expanded', String(items.length > 0))
    input.removeAttribute('aria-activedescendant')
    chosen = -1
  }

  const search = async (): Promise<void> => {
    const query = input.value.trim()
    const found = query === '' ? [] : (await load()).search(query).slice(0, MOST_RESULTS)
    if (query !== input.value.trim()) return
    show(
      found.map((each, at) => {
        const item = document.createElement('li')
        item.id = `result-${at}`
        item.setAttribute('role', 'option')
        const link = document.createElement('a')
        link.href = `${root}${each.path}.html`
        link.tabIndex = -1
        const kind = document.createElement('small')
        kind.textContent = each.kind
        link.append(each.title, ' ', kind)
        item.append(link)
        return item
      }),
    )
  }

  const go = (at: number): void => list.children[at]?.querySelector('a')?.click()

  input.addEventListener('focus', () => void load())
  input.addEventListener('input', () => void search())
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Escape') show([])
    else if (event.key === 'Enter') go(Math.max(chosen, 0))
    else return
    event.preventDefault()
  })
  form.addEventListener('submit', (event) => event.preventDefault())
  document.addEventListener('click', (event) => {
    if (event.target instanceof Node && !form.contains(event.target)) show([])
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isWrittenIn(event.target)) return
    event.preventDefault()
    input.focus()
  })
}

/** Where a slash is a slash. */
function isWrittenIn(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select')
}
