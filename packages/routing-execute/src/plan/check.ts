import type { Finding, PlanOptions, Unchecked } from '../types.js'
import { type Step, same } from './operation.js'

/** What is collected about one transaction while it is read. */
export class Check {
  readonly findings: Finding[] = []
  readonly unchecked: Unchecked[] = []
  readonly steps: readonly Step[]
  readonly options: PlanOptions
  readonly #mine: readonly string[]
  /** Operations that nothing has carried out yet. */
  readonly #open: Set<Step>
  /** Calls that carried out no operation that could be recognized. */
  readonly #idle: string[] = []

  constructor(steps: readonly Step[], options: PlanOptions) {
    this.steps = steps
    this.options = options
    this.#mine = Object.values(options.addresses)
    this.#open = new Set(steps)
  }

  find(
    pointer: string,
    message: string,
    operation: number | undefined = this.steps[0]?.index,
  ): void {
    this.findings.push({ pointer, message, ...(operation === undefined ? {} : { operation }) })
  }

  note(pointer: string, what: string): void {
    this.unchecked.push({ pointer, what })
  }

  unread(pointer: string): void {
    this.note(pointer, 'a part of the message that this version cannot read')
  }

  /** Says which value was expected. */
  equal(pointer: string, value: unknown, expected: string): void {
    if (typeof value !== 'string' || !same(value, expected)) {
      this.find(pointer, `has to be ${expected}, not ${JSON.stringify(value)}`)
    }
  }

  mine(pointer: string, value: unknown): void {
    if (!this.#mine.some((each) => typeof value === 'string' && same(each, value))) {
      this.find(pointer, `${JSON.stringify(value)} is not one of your addresses`)
    }
  }

  /** Your address on a chain. */
  mineOn(chain: string, pointer: string, value: unknown): void {
    const address = this.options.addresses[chain]
    if (address) this.equal(pointer, value, address)
    else this.find(pointer, `is on ${chain || 'no chain'}, for which you gave no address`)
  }

  /**
   * Members that nobody reads are shown. One that only differs in its spelling from one that is read is refused: it is
   * what some programs would take instead.
   */
  members(pointer: string, value: object, known: readonly string[]): void {
    const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()
    for (const [name, each] of Object.entries(value)) {
      const twin = known.find((one) => plain(one) === plain(name))
      if (twin === name) continue
      if (twin !== undefined) this.find(`${pointer}/${name}`, `is another spelling of ${twin}`)
      else if (each !== null && each !== '') this.unread(`${pointer}/${name}`)
    }
  }

  /** The operation that something carries out on a chain: each once. */
  carried(kind: string, chain: string | undefined = this.steps[0]?.from): Step | undefined {
    const step = [...this.#open].find((each) => each.kind === kind && each.from === chain)
    if (step) this.#open.delete(step)
    return step
  }

  done(step: Step): void {
    this.#open.delete(step)
  }

  /** A call that carries out what nobody can read: there has to be an operation that nothing else carries out. */
  call(pointer: string, read: () => void): void {
    const before = this.#open.size
    read()
    if (this.#open.size === before) this.#idle.push(pointer)
  }

  /** What the route does, and nothing that was read. */
  end(pointer: string): void {
    for (const each of this.#idle.slice(this.#open.size)) {
      this.find(each, 'is a call that the route does not have')
    }
    for (const { kind, to, output } of this.#open) {
      this.note(
        pointer,
        kind === 'swap'
          ? `the least that the swap to ${output.denom} has to give`
          : `how the funds get to ${to} (${kind})`,
      )
    }
  }

  /** A contract that is called: known to the caller, named by the route, or shown to a person. */
  contract(pointer: string, chain: string, address: string, named: readonly string[]): void {
    const known = this.knows(chain, address)
    if (known || named.includes(address.toLowerCase())) return
    if (known === false) this.find(pointer, `${address} is not one of your contracts on ${chain}`)
    else this.note(pointer, `the contract ${address} is not named by the route`)
  }

  /** Whether the caller knows a contract; `undefined` if nothing was said about its chain. */
  knows(chain: string, address: string): boolean | undefined {
    return this.options.contracts?.[chain]?.some((each) => same(each, address))
  }
}
