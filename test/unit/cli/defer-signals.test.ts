import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { deferSignals } from '../../../generator/src/cli/defer-signals.js'
import { processHost } from '../../../generator/src/cli/host.js'

const built = (name: string): string =>
  JSON.stringify(new URL(`../../../generator/modules/cli/${name}.js`, import.meta.url).href)
const imports = `
    import { deferSignals } from ${built('defer-signals')}
    import { processHost } from ${built('host')}`

test.each(['SIGINT', 'SIGTERM'])('%s waits for what is being written, and then ends', (signal) => {
  const program = `${imports}
    import { setTimeout } from 'node:timers/promises'
    await deferSignals(processHost().signals, async () => {
      process.kill(process.pid, '${signal}')
      await setTimeout(50)
      console.log('written')
    })
    await setTimeout(60_000)
    console.log('went on')
  `
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect({ signal: ended.signal, stdout: ended.stdout, stderr: ended.stderr }).toEqual({
    signal,
    stdout: 'written\n',
    stderr: '',
  })
})

test('work that fails still ends the wait', async () => {
  const before = process.listenerCount('SIGINT')
  const work = async (): Promise<void> => {
    expect(process.listenerCount('SIGINT')).toBe(before + 1)
    throw new Error('full')
  }
  await expect(deferSignals(processHost().signals, work)).rejects.toThrow('full')
  expect(process.listenerCount('SIGINT')).toBe(before)
})
