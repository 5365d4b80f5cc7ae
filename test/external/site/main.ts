import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBinary } from '../../e2e/node/harness/binary.js'
import { startNode } from '../../e2e/node/harness/node.js'
import { startChromium } from '../runtimes/hosts/chromium.js'
import { findChromium } from '../runtimes/hosts/find-chromium.js'
import { startHostileServer } from './hostile-server.js'
import { focusNothing, overflowing } from './layout.js'
import { looks } from './looks.js'
import * as scenarios from './scenarios.js'
import { serveSite } from './serve.js'
import { type Scheme, Tab } from './tab.js'

/**
 * The site in a real browser: the scenarios of the console, axe, and what docs/site/checklist.md has measured on every
 * main page. `--pictures` writes what it sees to `.cache/pictures`, `--only looks` or `--only scenarios` does half, and
 * `--page NAME` looks at one page.
 */

const PAGES = [
  'index',
  'console',
  'routing/index',
  'routing/reference',
  'routing/unions/Operation',
  'routing/unions/Swap',
  'routing/types/Route',
  'routing/operations/route',
  'node-rpc/index',
  'node-rpc/methods/subscribe',
  'node-rpc/unions/EventData',
  'guides/first-call',
  'guides/errors',
  'guides/status-and-headers',
  'guides/servers',
  'guides/follow-ethereum',
  'packages/emit-server',
  'guides/bundle-size',
  'guides/messages',
  'guides/pages-and-streams',
  'guides/configuration',
  'guides/extensions',
  'guides/in-ci',
  'guides/compared-with-generators',
  'guides/from-openapi-typescript',
  'guides/quote-build-track',
  'guides/from-skip-go-client',
  'guides/rules',
  'codes/index',
  'codes/TW4001',
  'changes/index',
  'changes/variant-added',
]
const WIDTHS = [360, 768, 1280]
const SCHEMES: readonly Scheme[] = ['light', 'dark']

const pictures = process.argv.includes('--pictures')
  ? path.resolve('test/external/site/.cache/pictures')
  : undefined
const only = process.argv.includes('--page')
  ? process.argv[process.argv.indexOf('--page') + 1]
  : undefined
const half = process.argv.includes('--only')
  ? process.argv[process.argv.indexOf('--only') + 1]
  : undefined

let failures = 0

function say(name: string, wrong: unknown): void {
  const fine = wrong === 'ok' || (Array.isArray(wrong) && wrong.length === 0)
  if (!fine) failures++
  const text = fine ? '' : `: ${Array.isArray(wrong) ? wrong.join('; ') : wrong}`
  process.stdout.write(`${fine ? 'ok  ' : 'FAIL'} ${name}${text}\n`)
}

async function tried(name: string, work: () => Promise<unknown>): Promise<void> {
  say(name, await work().catch((error: unknown) => String(error)))
}

if (pictures !== undefined) {
  await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
}
const chromium = await findChromium()
if ('missing' in chromium) process.stdout.write(`NOT RUN: ${chromium.missing}\n`)
else {
  const browser = await startChromium(chromium)
  const served = await serveSite()
  try {
    const tab = await Tab.open(browser)
    if (half !== 'looks') await runScenarios(tab, served.url)
    if (half !== 'scenarios') await look(tab, served.url)
    tab.close()
  } finally {
    served.close()
    await browser.close()
  }
}
process.exitCode = failures === 0 ? 0 : 1

async function runScenarios(tab: Tab, site: string): Promise<void> {
  const run = (name: string, script: string): Promise<void> =>
    tried(name, async () => {
      await tab.look(1280, 'light')
      await tab.show(`${site}console.html`)
      const outcome = await tab.value(script)
      await pictured(tab, `console, ${name}`)
      return outcome
    })
  await run('a route is planned, drawn and checked', scenarios.planRoute)
  await run('what is shown as the program is what ran', scenarios.runsWhatItShows)
  await run('a request that cannot be right is refused', scenarios.refuse)
  await run('a status is followed to its end', scenarios.followStatus)
  await run('input that is none is refused', scenarios.badInput)
  const hostile = await startHostileServer()
  try {
    await run('answers of strangers stay text', scenarios.hostileAnswers(hostile.url))
  } finally {
    hostile.close()
  }
  await tried('the search is worked by keyboard', () => searchByKeyboard(tab, site))
  await tried('the menu of a small window opens and closes', () => menuByKeyboard(tab, site))
  await tried('a package manager is chosen once for all pages', () => packageManager(tab, site))
  const own = process.env.TAGWIRE_COMETBFT
  const tell = (line: string): void => void process.stderr.write(`${line}\n`)
  const found = own ? { path: own } : await findBinary(path.resolve('.cache/go-bin'), tell)
  if ('missing' in found) process.stdout.write(`NOT RUN: blocks of a node: ${found.missing}\n`)
  else {
    const node = await startNode(found.path)
    try {
      await run('blocks come in order over a cut line', scenarios.cutTheLine(node.socketUrl))
    } finally {
      await node.remove()
    }
  }
}

/** What a scenario leaves on the page, wide and on a phone. */
async function pictured(tab: Tab, name: string): Promise<void> {
  if (pictures === undefined) return
  for (const width of WIDTHS) {
    await tab.look(width, 'light')
    await tab.value(focusNothing)
    await tab.picture(path.join(pictures, `${name.replaceAll(/\W+/g, '-')}-${width}.png`))
  }
}

async function searchByKeyboard(tab: Tab, site: string): Promise<unknown> {
  for (const [query, wanted] of [
    ['bearer token', /Authentication|Tokens that expire/],
    ['AutopilotMsg', /AutopilotMsg/],
    ['TW4001', /TW4001/],
  ] as const) {
    await tab.show(`${site}index.html`)
    await tab.press('/')
    await tab.type(query)
    const found = `(async () => { for (let at = 0; at < 100; at++) {
      if (document.querySelector('#results [role=option]')) return true
      await new Promise((resolve) => setTimeout(resolve, 50)) } return false })()`
    if ((await tab.value(found)) !== true) return `nothing is found for ${query}`
    if (pictures !== undefined)
      await tab.picture(path.join(pictures, `search-${query.replaceAll(' ', '-')}.png`), 900)
    await tab.press('ArrowDown')
    const chosen = await tab.value(`document.querySelector('[aria-selected=true]')?.textContent`)
    if (!wanted.test(String(chosen))) return `${query} gives ${chosen}`
    await tab.follow(() => tab.press('Enter'))
    const place = await tab.value('location.pathname')
    if (place === '/index.html') return `${query} is not opened`
  }
  return 'ok'
}

async function menuByKeyboard(tab: Tab, site: string): Promise<unknown> {
  await tab.look(360, 'light')
  await tab.show(`${site}routing/operations/route.html`)
  const shown = `document.querySelector('#menu').checkVisibility()`
  if (await tab.value(shown)) return 'the menu is open before anybody asked'
  await tab.value(`document.querySelector('header .menu').focus()`)
  await tab.press('Enter')
  if (!(await tab.value(shown))) return 'the menu does not open'
  const wide = await tab.value(overflowing)
  if (Array.isArray(wide) && wide.length > 0) return wide
  await tab.value(`document.querySelector('#menu .close').focus()`)
  await tab.press('Enter')
  return (await tab.value(shown)) ? 'the menu does not close' : 'ok'
}

async function packageManager(tab: Tab, site: string): Promise<unknown> {
  await tab.look(1280, 'light')
  await tab.show(`${site}guides/first-call.html`)
  await tab.value(
    `[...document.querySelectorAll('.managers button')].find((each) => each.textContent === 'pnpm').click()`,
  )
  const first = await tab.value(`document.querySelector('.managers').parentElement.innerText`)
  if (!String(first).includes('pnpm add @acme/shop')) return `it shows ${first}`
  await tab.show(`${site}guides/your-own-document.html`)
  const next = await tab.value(`document.querySelector('.managers').parentElement.innerText`)
  await tab.value(`localStorage.clear()`)
  return String(next).includes('pnpm dlx tagwire inspect') ? 'ok' : `the next page shows ${next}`
}

async function look(tab: Tab, site: string): Promise<void> {
  for (const page of PAGES.filter((each) => only === undefined || each === only)) {
    for (const width of WIDTHS) {
      for (const scheme of SCHEMES) {
        await tab.look(width, scheme)
        await tab.show(`${site}${page}.html`)
        const name = `${page}, ${width}, ${scheme}`
        await tried(name, () => looks(tab))
        if (pictures === undefined) continue
        await tab.value(focusNothing)
        await tab.picture(
          path.join(pictures, `${page.replaceAll('/', '-')}-${width}-${scheme}.png`),
        )
      }
    }
  }
  if (pictures !== undefined) process.stdout.write(`pictures: ${path.relative('.', pictures)}\n`)
}
