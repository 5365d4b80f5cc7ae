/**
 * What can be measured of how a page looks: programs that run in it. Each returns a list of problems. What a
 * person has to check is in docs/site/checklist.md.
 */

const TOOLS = `
const name = (each) => each.tagName.toLowerCase() + (each.className && each.className.baseVal === undefined ? '.' + each.className : '')
const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowX)
/** What of a box is seen: boxes around it that hide or scroll cut it. */
const seen = (box, element) => {
  let { left, top, right, bottom } = box
  for (let around = element; around && around !== document.body; around = around.parentElement) {
    const { overflowX, overflowY, clipPath } = getComputedStyle(around)
    if (clipPath !== 'none') return undefined
    if (overflowX === 'visible' && overflowY === 'visible') continue
    const edge = around.getBoundingClientRect()
    left = Math.max(left, edge.left); right = Math.min(right, edge.right)
    top = Math.max(top, edge.top); bottom = Math.min(bottom, edge.bottom)
  }
  return right - left > 1 && bottom - top > 1 && right > 0 ? { left, top, right, bottom } : undefined
}
/** Lines of text with their positions. */
const lines = () => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!node.data.trim() || !parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    if (/^(?:SCRIPT|STYLE|OPTION)$/i.test(parent.tagName)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) {
      const box = seen(rect, parent)
      if (box) found.push({ ...box, parent, text: node.data.trim().slice(0, 40) })
    }
  }
  return found
}
`

function check(steps: string): string {
  return `(async () => { ${TOOLS} const wrong = []; ${steps} return [...new Set(wrong)].slice(0, 8) })()`
}

/** Nothing makes the page wider than the window, or extends beyond its edge. */
/** How far things moved by themselves while the page was loaded. Google calls up to 0.1 good; nothing has to move here. */
export const shifted = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum > 0.01 ? ['by ' + sum.toFixed(3)] : []), 60)
})`

export const overflowing: string = check(`
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) wrong.push('the page is ' + scrollWidth + ' wide')
  for (const { parent, right, text } of lines()) {
    if (right > innerWidth + 1) wrong.push(name(parent) + ' ends at ' + Math.round(right) + ': ' + text)
  }
`)

/** No text overlaps other text. */
export const overlapping: string = check(`
  const all = lines().sort((one, other) => one.top - other.top)
  for (const [at, one] of all.entries()) {
    for (let next = at + 1; next < all.length && all[next].top < one.bottom - 3; next++) {
      const other = all[next]
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left)
      const high = Math.min(one.bottom, other.bottom) - other.top
      if (wide > 3 && high > 4) wrong.push(one.text + ' / ' + other.text)
    }
  }
`)

/** Nothing is cut where it cannot be scrolled to, and what scrolls can be reached with the keyboard. */
export const cut: string = check(`
  for (const each of document.querySelectorAll('body *')) {
    if (!each.checkVisibility() || each instanceof SVGElement) continue
    const { overflowX, clipPath, position } = getComputedStyle(each)
    if (clipPath !== 'none' || each.matches('input, select, option')) continue
    const wider = each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0
    const higher = each.scrollHeight > each.clientHeight + 1 && each.clientHeight > 0
    if (/hidden|clip/.test(overflowX) && (wider || higher)) wrong.push(name(each) + ' hides what it holds')
    if (scrolls(each) && wider && each.tabIndex < 0 && !each.querySelector('a, button, [tabindex="0"]')) {
      wrong.push(name(each) + ' scrolls, but not by keyboard')
    }
  }
`)

/** Text is large enough to be read, that of drawings as well. */
export const small: string = check(`
  for (const { parent, text } of lines()) {
    const drawing = parent.closest('svg')
    const scale = drawing ? drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width : 1
    const size = parseFloat(getComputedStyle(parent).fontSize) * scale
    if (size < 11.5) wrong.push(name(parent) + ' has ' + size.toFixed(1) + ' px: ' + text)
  }
`)

/** What has the focus shows it, and is not hidden behind the header. */
export const focusHidden: string = check(`
  const each = document.activeElement
  if (!each || each === document.body) wrong.push('nothing has the focus')
  else {
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) wrong.push(name(each) + ' shows no ring')
    const box = each.getBoundingClientRect()
    if (box.bottom < 0 || box.top > innerHeight || box.right < 0) wrong.push(name(each) + ' is out of sight')
    const header = document.querySelector('header').getBoundingClientRect()
    if (!each.closest('header') && !each.matches('.skip') && box.bottom < header.bottom) wrong.push(name(each) + ' is behind the header')
  }
`)

/** Clears what a mouse or a script has focused. */
export const focusNothing = `document.activeElement?.blur(); getSelection()?.removeAllRanges(); scrollTo(0, 0)`

/** Whether the focus has left the page. */
export const focusLeft = `!document.activeElement || document.activeElement === document.body`
