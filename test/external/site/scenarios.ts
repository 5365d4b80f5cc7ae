/** Programs that run in a page. Each gives `ok`, or what it saw instead. */

const TOOLS = `
const until = async (what, seen) => {
  for (let waited = 0; waited < 20000; waited += 50) {
    const found = seen()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('never saw ' + what + '. The page says: ' + document.querySelector('main').innerText.slice(-600))
}
const choose = async (name) => {
  const select = await until('the operations', () => document.querySelector('#console-routing select'))
  select.value = name
  select.dispatchEvent(new Event('change'))
}
const say = (text) => [...document.querySelectorAll('#console-routing h3')].some((each) => each.textContent === text)
`

function scenario(steps: string): string {
  return `(async () => { try { ${TOOLS} ${steps} return 'ok' } catch (error) { return String(error) } })()`
}

export const planRoute: string = scenario(`
  await choose('route')
  document.querySelector('#console-routing form').requestSubmit()
  const route = await until('a route', () => document.querySelector('#console-routing .route'))
  if (!/cosmoshub-4[\\s\\S]*osmosis-1/.test(route.innerText)) throw new Error(route.innerText)
  for (const title of ['The call', 'As it travelled', 'Against the document']) {
    if (!say(title)) throw new Error('no ' + title)
  }
  const text = document.querySelector('#console-routing').innerText
  if (!text.includes('POST /v2/fungible/route')) throw new Error('the request is not shown')
  if (!text.includes('It holds.')) throw new Error('the answer is not checked')
`)

export const refuse: string = scenario(`
  await choose('route')
  document.querySelector('#console-routing textarea').value = '{}'
  document.querySelector('#console-routing form').requestSubmit()
  const alert = await until('a refusal', () => document.querySelector('#console-routing [role=alert]'))
  if (!/400/.test(alert.textContent)) throw new Error(alert.textContent)
`)

export const followStatus: string = scenario(`
  await choose('status')
  const follow = [...document.querySelectorAll('#console-routing button')].find((each) => /status/.test(each.textContent))
  follow.click()
  const states = await until('the end', () => {
    const list = document.querySelector('#console-routing .states')
    return list && list.innerText.includes('the end') ? list : undefined
  })
  if (!/STATE_SUBMITTED[\\s\\S]*STATE_COMPLETED_SUCCESS/.test(states.innerText)) throw new Error(states.innerText)
`)

/** Follows a node, cuts the line for two seconds, and wants every height once. */
export function cutTheLine(url: string): string {
  return scenario(`
  await until('the panel', () => document.querySelector('#console-node form'))
  const [address, line] = document.querySelectorAll('#console-node input')
  address.value = ${JSON.stringify(url)}
  document.querySelector('#console-node form').requestSubmit()
  const rows = () => [...document.querySelectorAll('#console-node tbody tr')]
  await until('blocks', () => rows().length >= 3)
  line.click()
  await new Promise((resolve) => setTimeout(resolve, 2000))
  const before = rows().length
  line.click()
  await until('blocks after the cut', () => rows().length >= Math.min(before + 4, 28))
  const heights = rows().map((row) => Number(row.cells[0].textContent)).reverse()
  for (const [at, height] of heights.entries()) {
    if (at > 0 && height !== heights[at - 1] + 1) throw new Error(heights.join(' '))
  }
  if (!/height: \\d+, index: \\d+/.test(rows()[0].cells[3].textContent)) throw new Error('no cursor')
`)
}

/** What axe finds on the page in one of the colours. */
export function axeOf(theme: string): string {
  return scenario(`
  await until('the page', () => location.protocol === 'http:' && document.readyState === 'complete')
  document.documentElement.dataset.theme = ${JSON.stringify(theme)}
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
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice']
  const { violations } = await axe.run(document, { runOnly: { type: 'tag', values: tags } })
  if (violations.length > 0) {
    throw new Error(violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 2).map((each) => each.html.slice(0, 160) + ' ' + each.failureSummary).join(' / ')).join('; '))
  }
`)
}
