import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createIdleTime } from '../../../generator/src/cli/watch/idle-time.js'

test('work starts when there is nothing else to do, and ends at its next pause', async () => {
  const steps: string[] = []
  const idleTime = createIdleTime()
  idleTime.begin(async (pause) => {
    steps.push('one')
    await pause()
    steps.push('two')
    await idle
    await pause()
    steps.push('three')
  })
  let release = (): void => undefined
  const idle = new Promise<void>((resolve) => {
    release = resolve
  })
  expect(steps).toEqual([])
  while (steps.length < 2) await setImmediate()
  const ended = idleTime.end()
  release()
  await ended
  expect(steps).toEqual(['one', 'two'])
})

test('pending work still starts, and its errors are not shown', async () => {
  const idleTime = createIdleTime()
  await idleTime.end()
  const steps: string[] = []
  idleTime.begin(async (pause) => {
    steps.push('kept')
    await pause()
    steps.push('warmed up')
  })
  await idleTime.end()
  expect(steps).toEqual(['kept'])
  idleTime.begin(() => Promise.reject(new Error('nobody asked for it')))
  await idleTime.end()
})
