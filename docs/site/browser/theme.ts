/**
 * Light or dark mode: that of the system, until the user chooses. Runs before the page is painted, so that a
 * choice does not flash.
 */
const KEY = 'theme'
const root = document.documentElement

const chosen = stored()
if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen

document.addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector<HTMLButtonElement>('button.theme')
  if (!button) return
  const isDark = (): boolean =>
    root.dataset.theme === undefined
      ? matchMedia('(prefers-color-scheme: dark)').matches
      : root.dataset.theme === 'dark'
  const name = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark'
    button.setAttribute('aria-label', `${button.textContent} colours`)
  }
  name()
  button.hidden = false
  button.addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark'
    root.dataset.theme = next
    name()
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // If the page may not store anything, the choice is forgotten.
    }
  })
})

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
