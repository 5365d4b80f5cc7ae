/** Programs that run in a page. Each returns `ok`, or what it saw instead. */

import { headings } from '../../../docs/site/browser/console/headings.js'

const TOOLS = `
const until = async (what, seen) => {
  for (let waited = 0; waited < 20000; waited += 50) {
    const found = seen()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('never saw ' + what + '. The page says: ' + document.querySelector('main').innerText.slice(-600))
}
const panel = () => document.querySelector('#console-routing')
const choose = async (name) => {
  const select = await until('the operations', () => panel().querySelector('select'))
  select.value = name
  select.dispatchEvent(new Event('change'))
}
const give = (address, input) => {
  panel().querySelector('input').value = address
  if (input !== undefined) panel().querySelector('textarea').value = input
  panel().querySelector('form').requestSubmit()
}
const below = (title) => {
  const head = [...panel().querySelectorAll('h3')].find((each) => each.textContent.startsWith(title))
  return head && head.parentElement
}
`

/** The part below a heading, as an expression of a program. */
function below(name: keyof typeof headings): string {
  return `below(${JSON.stringify(headings[name])})`
}

function scenario(steps: string): string {
  return `(async () => { try { ${TOOLS} ${steps} return 'ok' } catch (error) { return String(error) } })()`
}

export const planRoute: string = scenario(`
  await choose('route')
  give('')
  const route = await until('a route', () => panel().querySelector('.route'))
  const drawn = route.innerText
  if (!/cosmoshub-4[\\s\\S]*transfer by IBC[\\s\\S]*osmosis-1/.test(drawn)) throw new Error(drawn)
  if (!/1000000 in/.test(drawn) && !/1000000 \\(/.test(drawn)) throw new Error(drawn)
  if (!/to sign · about \\d+ (?:s|min) · (?:no fees|fees: )/.test(drawn)) throw new Error(drawn)
  if (!${below('request')}.innerText.includes('POST /v2/fungible/route')) throw new Error('the request is not shown')
  if (!/200 after \\d+ ms[\\s\\S]*"amount_out"/.test(${below('response')}.innerText)) throw new Error('the answer is not shown')
  if (!${below('compared')}.innerText.includes('It holds.')) throw new Error('the answer is not checked')
  if (!${below('compared')}.innerText.includes('Nothing in it is new.')) throw new Error('drift is not shown')
`)

/**
 * The program on the page is the one that ran: run again from the text of the page, it returns the same
 * value.
 */
export const runsWhatItShows: string = scenario(`
  await choose('route')
  give('')
  await until('a route', () => panel().querySelector('.route'))
  const code = ${below('program')}.querySelector('code').textContent
  const value = ${below('value')}.querySelector('code').textContent
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
  const { answer } = await import(url)
  const again = JSON.stringify(answer, undefined, 2)
  if (!value.startsWith(again.slice(0, 20000))) throw new Error('another value: ' + again.slice(0, 300))
`)

export const refuse: string = scenario(`
  await choose('route')
  give('', '{}')
  const alert = await until('a refusal', () => panel().querySelector('[role=alert]'))
  if (!/400/.test(alert.textContent)) throw new Error(alert.textContent)
`)

export const followStatus: string = scenario(`
  await choose('status')
  const follow = [...panel().querySelectorAll('button')].find((each) => /status/.test(each.textContent))
  follow.click()
  const states = await until('the end', () => {
    const list = panel().querySelector('.states')
    return list && list.innerText.includes('the end') ? list : undefined
  })
  if (!/STATE_SUBMITTED[\\s\\S]*STATE_COMPLETED_SUCCESS/.test(states.innerText)) throw new Error(states.innerText)
  if (!/eureka_transfer: \\w+/.test(states.innerText)) throw new Error('no hops: ' + states.innerText)
`)

/** Input that is no JSON, addresses that are none, and names that mean something to a program. */
export const badInput: string = scenario(`
  await choose('route')
  const wrong = ['{', 'alert(1)', '{}); alert(1); (', '\`\${alert(1)}\`']
  for (const input of wrong) {
    panel().querySelector('.output').replaceChildren()
    give('', input)
    const alert = await until('a refusal of ' + input, () => panel().querySelector('[role=alert]'))
    if (!/SyntaxError/.test(alert.textContent)) throw new Error(input + ': ' + alert.textContent)
  }
  for (const address of ['https://', 'javascript:alert(1)', '"); alert(1); ("', 'http://127.0.0.1:1']) {
    panel().querySelector('.output').replaceChildren()
    panel().querySelector('form').noValidate = true
    give(address, '{"__proto__": {"polluted": true}}')
    await until('a refusal of ' + address, () => panel().querySelector('[role=alert]'))
    if ({}.polluted) throw new Error('a prototype was set')
  }
`)

/** A server of another origin that answers with markup, with what was never described, and with megabytes. */
export function hostileAnswers(url: string): string {
  return scenario(`
  globalThis.hurt = 0
  for (const kind of ['markup', 'drift', 'huge', 'nothing']) {
    await choose('chains')
    panel().querySelector('.output').replaceChildren()
    give(${JSON.stringify(url)} + kind, '{}')
    await until('an outcome of ' + kind, () => panel().querySelector('.output h3'))
    const answer = await until('what travelled of ' + kind, () => ${below('response')})
    const text = answer.innerText
    if (text.length > 6000) throw new Error(kind + ': ' + text.length + ' characters are shown')
    if (kind === 'markup' && !text.includes('<img')) throw new Error('markup is not shown as text: ' + text)
    if (kind === 'drift' && !${below('compared')}.innerText.includes('chains[0].moons')) throw new Error(${below('compared')}.innerText)
    if (panel().querySelector('img, script, iframe')) throw new Error(kind + ' became markup')
  }
  if (globalThis.hurt) throw new Error('a program of the answer ran')
`)
}

/** Follows a node, interrupts the connection for two seconds, and expects every height once. */
export function cutTheLine(url: string): string {
  return scenario(`
  await until('the panel', () => document.querySelector('#console-node form'))
  const [address, line] = document.querySelectorAll('#console-node input')
  address.value = ${JSON.stringify(url)}
  document.querySelector('#console-node form').requestSubmit()
  const rows = () => [...document.querySelectorAll('#console-node tr.block')]
  await until('blocks', () => rows().length >= 3)
  line.click()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const state = document.querySelector('#console-node .state').textContent
  if (state !== 'The connection is cut.') throw new Error(state)
  const before = rows().length
  line.click()
  await until('blocks after the cut', () => rows().length >= Math.min(before + 4, 26))
  const heights = rows().map((row) => Number(row.cells[0].textContent)).reverse()
  for (const [at, height] of heights.entries()) {
    if (at > 0 && height !== heights[at - 1] + 1) throw new Error(heights.join(' '))
  }
  if (!/height: \\d+, index: \\d+/.test(rows()[0].cells[3].textContent)) throw new Error('no cursor')
  if (!document.querySelector('#console-node .log').innerText.includes('connected again, after block ')) throw new Error('the reconnect is not shown')
  if (!document.querySelector('#console-node code').textContent.includes('subscribe(')) throw new Error('the program is not shown')
  const button = document.querySelector('#console-node button[type=submit]')
  button.click()
  await until('the end', () => button.textContent === 'Follow')
`)
}

/** What axe finds on the page. */
export const axe: string = scenario(`
  await until('the page', () => document.readyState === 'complete')
  if (!globalThis.axe) {
    await new Promise((resolve, reject) => {
      const script = document.createElement('script')
      script.src = '/axe.js'
      script.onload = resolve
      script.onerror = () => reject(new Error('axe does not load'))
      document.head.append(script)
    })
  }
  if (location.pathname === '/console.html') await until('the panels', () => document.querySelector('#console-node form'))
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } })
  if (violations.length > 0) {
    throw new Error(violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 2).map((each) => each.html.slice(0, 160) + ' ' + each.failureSummary).join(' / ')).join('; '))
  }
`)
