import * as layout from './layout.js'
import { axe } from './scenarios.js'
import type { Tab } from './tab.js'

const CHECKS = {
  'moved while loading': layout.shifted,
  'wider than the window': layout.overflowing,
  'on other text': layout.overlapping,
  cut: layout.cut,
  'too small': layout.small,
}

/** How often to press the Tab key: through the header and the navigation, and into the text. */
const MOST_STOPS = 45
const FEWEST_STOPS = 6

/** Everything about the page in a tab that can be measured: `ok`, or what is wrong with it. */
export async function looks(tab: Tab): Promise<unknown> {
  // Waits for the panels of the console, which a script fills.
  const found = await tab.value(axe)
  if (found !== 'ok') return found
  for (const [about, script] of Object.entries(CHECKS)) {
    const wrong = await tab.value(script)
    if (Array.isArray(wrong) && wrong.length > 0) return `${about}: ${wrong.join('; ')}`
  }
  await tab.value(layout.focusNothing)
  for (let count = 0; count < MOST_STOPS; count++) {
    await tab.press('Tab')
    // Behind the last link of a short page comes the browser itself.
    if (count >= FEWEST_STOPS && (await tab.value(layout.focusLeft)) === true) return 'ok'
    const wrong = await tab.value(layout.focusHidden)
    if (Array.isArray(wrong) && wrong.length > 0) return `stop ${count + 1}: ${wrong.join('; ')}`
  }
  return 'ok'
}
