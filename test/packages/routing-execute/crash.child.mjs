// Carries out a plan, or goes on with it, and kills its process at a save. All that outlives it is in files: the journal,
// a log of what the wallet did, and a chain of EVM transactions by nonce.
import { createHash, randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRoutingClient } from '@tagwire/routing'
import { executePlan, resumeExecution } from '@tagwire/routing-execute'

/** What never ends has to be given up some time. */
const PATIENT_MS = 20_000
const ENDLESS = ['stuck', 'not_found', 'internal_error']

export async function carryOut({ folder, url, outcomes, killAt = 0, mode = 'never' }) {
  const file = (name) => path.join(folder, name)
  const read = (name, otherwise) =>
    existsSync(file(name)) ? JSON.parse(readFileSync(file(name), 'utf8')) : otherwise
  const log = (...line) => appendFileSync(file('log'), `${line.join(' ')}\n`)

  const routing = createRoutingClient({
    baseUrl: url,
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      if (/\/tx\/(?:submit|track)$/.test(request.url)) {
        const { chain_id, tx } = await request.clone().json()
        request.headers.set('x-tagwire-outcome', outcomes[chain_id] ?? outcomes['*'])
        if (tx) log('submit', chain_id, createHash('sha256').update(tx).digest('hex').slice(0, 16))
      }
      return fetch(request)
    },
  })

  /** Writes the journal as a store does: whole, or not at all. */
  let saves = 0
  let freeze
  const frozen = new Promise((resolve) => {
    freeze = resolve
  })
  function save(journal) {
    saves++
    const kill = () => process.kill(process.pid, 'SIGKILL')
    if (mode === 'before' && saves === killAt) kill()
    writeFileSync(file('journal.new'), JSON.stringify(journal))
    renameSync(file('journal.new'), file('journal'))
    if (mode === 'after' && saves === killAt) kill()
    if (mode !== 'frozen' || saves !== killAt) return undefined
    freeze()
    return new Promise(() => {})
  }

  async function sign({ chain_id }) {
    log('sign', chain_id)
    return Uint8Array.of(1, ...randomBytes(80))
  }

  const keyOf = ({ token, spender }) => `${token} ${spender}`.toLowerCase()
  const evm = {
    nonce: async () => Object.keys(read('chain', {})).length,
    allowance: async (of) => {
      const calls = Object.values(read('chain', {}))
      const given = calls.findLast(({ approves }) => approves?.of === keyOf(of))
      return BigInt(given?.approves.amount ?? 0)
    },
    send: async ({ nonce, chain_id, to, data, value }) => {
      log('send', chain_id, nonce, data.slice(0, 10))
      const chain = read('chain', {})
      const [, spender, amount] = /^0x095ea7b3.{24}(.{40})(.{64})$/.exec(data) ?? []
      const hash = `0x${randomBytes(32).toString('hex')}`
      const approves = spender && {
        of: keyOf({ token: to, spender: `0x${spender}` }),
        amount: `0x${amount}`,
      }
      // A chain takes one transaction for each nonce.
      chain[nonce] ??= { hash, to, data, value, state: 'success', approves }
      writeFileSync(file('chain'), JSON.stringify(chain))
      return chain[nonce].hash
    },
    findTransaction: async ({ nonce }) => read('chain', {})[nonce],
  }

  const callbacks = {
    routing,
    journal: { save },
    approve: () => true,
    cosmos: { sign },
    svm: { sign },
    evm,
    intervalMs: 2,
    timeoutMs: Object.values(outcomes).some((each) => ENDLESS.includes(each)) ? 400 : PATIENT_MS,
  }
  const journal = read('journal', undefined)
  const running = journal
    ? resumeExecution(journal, callbacks)
    : executePlan(read('plan'), callbacks)
  const result = await Promise.race([running, frozen])
  if (!result) return undefined
  const { outcome, reason, index, funds } = result
  return { outcome, reason, index, funds, saves }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await carryOut(JSON.parse(process.argv[2]))
