// Loads the page that was built, and says what it shows.
import { readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'

const { window } = new JSDOM(readFileSync('dist/app/browser/index.html', 'utf8'), {
  url: 'http://localhost/',
  pretendToBeVisual: true,
})
for (const name of Object.getOwnPropertyNames(window)) {
  if (!(name in globalThis)) globalThis[name] = window[name]
}
await import('./dist/app/browser/main.js')
for (let tries = 0; tries < 50 && !window.document.querySelector('p')?.textContent; tries++) {
  await new Promise((resolve) => setTimeout(resolve, 100))
}
console.log(window.document.querySelector('p')?.textContent)
process.exit()
