// One fresh process: nanoseconds per call of the first thousand calls, before anything is compiled.
import { operationKind } from '@tagwire/routing'
import { kindByHand } from './by-hand.mjs'
import { workloads } from './data.mjs'

const values = workloads['every kind equally']
const call = process.argv[2] === 'hand' ? kindByHand : operationKind
let seen = 0
const start = process.hrtime.bigint()
for (const value of values) if (call(value) !== undefined) seen++
const end = process.hrtime.bigint()
if (seen !== values.length) throw new Error('Not what was expected of the data.')
console.log(Number(end - start) / values.length)
