import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const deferSignals = new URL('../../../generator/dist/cli/defer-signals.js', import.meta.url).href

test.each(['SIGINT', 'SIGTERM'])('%s waits for what is being written, and then ends', (signal) => {
  const program = `
    import { setTimeout } from 'node:timers/promises'
    import { deferSignals } from ${JSON.stringify(deferSignals)}
    await deferSignals(async () => {
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
  const program = `
    import { deferSignals } from ${JSON.stringify(deferSignals)}
    await deferSignals(async () => { throw new Error('full') }).catch(({ message }) => console.log(message))
    console.log(process.listenerCount('SIGINT'))
  `
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('full\n0\n')
})
