// The time to import each client, in fresh processes.
import { spawnSync } from 'node:child_process'
import { lowerQuartile } from './harness.mjs'

const programs = {
  '@tagwire/node-rpc': "import { createNodeRpcClient } from '@tagwire/node-rpc'",
  '@cosmjs/tendermint-rpc': "import { Comet38Client } from '@cosmjs/tendermint-rpc'",
}
const measured = (code) => `const begun = performance.now()
  ${code.replace('import {', 'const {').replace("} from '", "} = await import('")})
  console.log(performance.now() - begun)`

console.log('cold import, ms')
const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]))
for (let round = 0; round < 15; round++) {
  for (const [name, code] of Object.entries(programs)) {
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', measured(code)], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    times[name].push(Number(stdout))
  }
}
for (const [name, list] of Object.entries(times)) {
  console.log(name.padEnd(24), lowerQuartile(list).toFixed(1))
}
