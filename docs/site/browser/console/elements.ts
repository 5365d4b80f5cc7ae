import { addCopyButtons } from '../copy.js'

/** Creates an element; strings become text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

/** A control with its label. */
export function labelled(text: string, control: HTMLElement): HTMLLabelElement {
  return element('label', {}, element('span', {}, text), control)
}

/** A heading with something below it. */
export function section(title: string, ...children: readonly (Node | string)[]): HTMLElement {
  return element('section', {}, element('h3', {}, title), ...children)
}

/** A block of code, as those of the pages. */
export function codeBlock(text: string, language: string): HTMLElement {
  const block = element(
    'div',
    { class: 'code', 'data-language': language },
    element('pre', { tabindex: '0' }, element('code', {}, text)),
  )
  const holder = element('div', {}, block)
  addCopyButtons(holder)
  return holder
}

/** A value as text that a person reads; large ones are cut. */
export function printed(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2) ?? 'undefined'
  return text.length > MOST
    ? `${text.slice(0, MOST)}\n… ${text.length - MOST} more characters`
    : text
}

const MOST = 20_000

/** An error, with its members besides the message. */
export function failure(error: unknown, ...details: readonly Node[]): HTMLElement {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return section('It failed', element('p', { role: 'alert' }, said), ...details)
}
