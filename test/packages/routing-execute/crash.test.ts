import { type Sandbox, startRoutingSandbox } from '@tagwire/routing-sandbox'
import { beforeAll, expect, it } from 'vitest'
import { isLong, patienceMs } from '../../property/length.js'
import type { Ended, Kill } from './crash.child.mjs'
import { played, type Script, scripts } from './crash.fixture.js'

/** Kills a process with SIGKILL at each of its saves. On demand: all scripts (`pnpm tool execute`). */
let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startRoutingSandbox()
  return () => sandbox.close()
})

/** Those of the suite: a process is killed in each way. What it leaves behind is the same without one (below). */
const SHORT: Readonly<Record<'after' | 'before', readonly string[]>> = {
  after: ['burnAndMintFast ibc_transfer'],
  before: ['hop rejected'],
}

function chosen(kill: 'after' | 'before'): readonly Script[] {
  return isLong ? scripts : scripts.filter(({ name }) => SHORT[kill].includes(name))
}

/** The same outcome, or that nobody can say: what was sent and then refused may have been sent before too. */
function isTrue(ended: Ended, whole: Ended): boolean {
  if (ended.outcome === 'given-up')
    return whole.reason === 'refused' || whole.outcome === 'given-up'
  return ended.outcome === whole.outcome && ended.index === whole.index
}

function repeated(lines: readonly string[]): string[] {
  return lines.filter((line, index) => lines.indexOf(line) !== index)
}

async function check(script: Script, kill: Kill): Promise<void> {
  const whole = await played(sandbox.url, script, 'never')
  for (let save = 1; save <= whole.ended.saves; save++) {
    const { ended, log, executed } = await played(sandbox.url, script, kill, save)
    const place = `${script.name}, ${kill} save ${save} of ${whole.ended.saves}\n${log.join('\n')}`
    expect(isTrue(ended, whole.ended), `${place}\n${JSON.stringify([ended, whole.ended])}`).toBe(
      true,
    )
    // Sent twice is the same bytes twice, and no call is executed twice.
    const submitted = new Set(log.filter((line) => line.startsWith('submit')))
    const chains = [...submitted].map((line) => line.split(' ')[1] ?? '')
    expect(repeated(chains), place).toEqual([])
    expect(repeated(executed), place).toEqual([])
    if (kill !== 'before') {
      const signatures = log.filter((line) => !line.startsWith('submit'))
      expect(repeated(signatures), place).toEqual([])
    }
  }
}

it.concurrent.each(chosen('after'))('after each save: $name', (script) => check(script, 'after'))
it.concurrent.each(chosen('before'))('before each save: $name', (script) => check(script, 'before'))

/** Without processes, which take most of the time: after a save nothing happens any more. */
it(
  'every script and every save',
  async () => {
    // Every 21st is another route each time; every 20th would be the first one always.
    const some = isLong ? scripts : scripts.filter((_, index) => index % 21 === 0)
    for (let at = 0; at < some.length; at += 4) {
      await Promise.all(some.slice(at, at + 4).map((script) => check(script, 'frozen')))
    }
  },
  patienceMs,
)
