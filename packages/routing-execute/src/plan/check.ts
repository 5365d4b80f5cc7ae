import type { Finding, PlanOptions, Unchecked } from '../types.js'
import { type Step, same } from './operation.js'

/** What is collected about one transaction while it is read. */
export class Check {
  readonly findings: Finding[] = []
  readonly unchecked: Unchecked[] = []
  readonly steps: readonly Step[]
  readonly options: PlanOptions
  readonly #mine: readonly string[]

  constructor(steps: readonly Step[], options: PlanOptions) {
    this.steps = steps
    this.options = options
    this.#mine = Object.values(options.addresses)
  }

  find(place: string, message: string, operation: number | undefined = this.steps[0]?.index): void {
    this.findings.push({ place, message, ...(operation === undefined ? {} : { operation }) })
  }

  note(place: string, what: string): void {
    this.unchecked.push({ place, what })
  }

  /** Says which value was expected. */
  equal(place: string, value: unknown, expected: string): void {
    if (typeof value !== 'string' || !same(value, expected)) {
      this.find(place, `has to be ${expected}, not ${JSON.stringify(value)}`)
    }
  }

  mine(place: string, value: unknown): void {
    if (!this.#mine.some((each) => typeof value === 'string' && same(each, value))) {
      this.find(place, `${JSON.stringify(value)} is not one of your addresses`)
    }
  }

  /** Your address on a chain. */
  address(chain: string): string {
    return this.options.addresses[chain] ?? `an address on ${chain}`
  }

  /** A contract that is called: known to the caller, named by the route, or shown to a person. */
  contract(place: string, chain: string, address: string, named: readonly string[]): void {
    const known = this.options.contracts?.[chain]
    if (known?.some((each) => same(each, address)) || named.includes(address.toLowerCase())) return
    if (known) this.find(place, `${address} is not one of your contracts on ${chain}`)
    else this.note(place, `the contract ${address} is not named by the route`)
  }
}
