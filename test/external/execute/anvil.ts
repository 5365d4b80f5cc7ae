/** A node of an EVM chain on loopback, with our contracts at the addresses that the sandbox's routes name. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import solc from 'solc'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { arbitrum } from 'viem/chains'

export const token = '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'
export const bridge = '0x44f75662176a44f2da4aa854ad80a5e97ce9cf29'
export const account = mnemonicToAccount(
  'test test test test test test test test test test test junk',
)

type Name = 'Token' | 'Tether' | 'Bridge' | 'Reverting'

function compiled(): Record<Name, `0x${string}`> {
  const content = readFileSync(path.join(import.meta.dirname, 'contracts.sol'), 'utf8')
  const settings = { outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } } }
  const input = { language: 'Solidity', sources: { 'contracts.sol': { content } }, settings }
  const { contracts, errors = [] } = JSON.parse(solc.compile(JSON.stringify(input)))
  const faults = errors.filter(({ severity }: { severity: string }) => severity === 'error')
  if (faults.length > 0) throw new Error(JSON.stringify(faults))
  const code = (name: Name): `0x${string}` =>
    `0x${contracts['contracts.sol'][name].evm.deployedBytecode.object}`
  return {
    Token: code('Token'),
    Tether: code('Tether'),
    Bridge: code('Bridge'),
    Reverting: code('Reverting'),
  }
}

const code = compiled()

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return address.port
}

function binary(): string {
  const own = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}/package.json`
  return path.join(path.dirname(createRequire(own).resolve(name)), 'bin/anvil')
}

export async function startAnvil() {
  const port = await freePort()
  const args = ['--port', String(port), '--chain-id', '42161', '--silent', '--order', 'fifo']
  const child = spawn(binary(), args, { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  const client = createTestClient({
    account,
    chain: { ...arbitrum, rpcUrls: { default: { http: [url] } } },
    mode: 'anvil',
    pollingInterval: 50,
    transport: http(url),
  })
    .extend(publicActions)
    .extend(walletActions)
  for (let tries = 0; ; tries++) {
    const ready = await client.getBlockNumber().catch(() => undefined)
    if (ready !== undefined) break
    if (tries > 200) throw new Error('anvil does not answer')
    await pause(100)
  }
  return {
    client,
    url,
    put: async (at: typeof token | typeof bridge, name: Name) =>
      client.setCode({ address: at, bytecode: code[name] }),
    close: () => child.kill(),
  }
}

export type Anvil = Awaited<ReturnType<typeof startAnvil>>
