// Loads the page that was exported, and says what it shows.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { JSDOM } from 'jsdom'

const page = readFileSync('dist/index.html', 'utf8')
const { window } = new JSDOM(page, { url: 'http://localhost/', pretendToBeVisual: true })
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis)) globalThis[name] = window[name]
}
const [, script] = /<script src="([^"]+)"/.exec(page)
createRequire(import.meta.url)(`./dist${script}`)
const shown = () => window.document.querySelector('[data-testid="answer"]')?.textContent
for (let tries = 0; tries < 50 && !shown(); tries++) {
  await new Promise((resolve) => setTimeout(resolve, 100))
}
console.log(shown())
process.exit()
