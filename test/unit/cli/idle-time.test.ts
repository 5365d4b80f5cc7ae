import { expect, test } from 'vitest'
import { createIdleTime } from '../../../generator/src/cli/watch/idle-time.js'

test('work starts when there is nothing else to do, and its end can be awaited', async () => {
  const steps: string[] = []
  const idleTime = createIdleTime()
  await idleTime.end()
  idleTime.begin(async () => {
    steps.push('begun')
    await Promise.resolve()
    steps.push('kept')
  })
  expect(steps).toEqual([])
  await idleTime.end()
  expect(steps).toEqual(['begun', 'kept'])
})

test('errors of the work are not shown', async () => {
  const idleTime = createIdleTime()
  idleTime.begin(() => Promise.reject(new Error('nobody asked for it')))
  await expect(idleTime.end()).resolves.toBeUndefined()
})
