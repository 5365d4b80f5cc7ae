// Everything of a listing, in three manners, for documents that are somebody else's.
import { createCatalogueClient } from './catalogue/index.js'
import { createForgeClient, type PageState } from './forge/index.js'
import { createTillClient } from './till/index.js'

export async function reports(baseUrl: string, stopAfter: number): Promise<readonly number[]> {
  const forge = createForgeClient({ baseUrl, headers: { authorization: 'Bearer secret' } })
  const input = { owner: 'ann', name: 'garden', state: 'all', per_page: 2 } as const
  const numbers: number[] = []
  const first = forge.reportsListForProjectAll(input)
  for await (const { number } of first) if (numbers.push(number) === stopAfter) break
  const saved: PageState = JSON.parse(JSON.stringify(first.state))
  for await (const { items } of forge.reportsListForProjectAll(input, { from: saved }).pages())
    numbers.push(...items.map(({ number }) => number))
  return numbers
}

export async function payments(baseUrl: string): Promise<number> {
  let sum = 0
  for await (const { amount } of createTillClient({ baseUrl }).allPayments({ limit: 3 }))
    sum += amount
  return sum
}

export async function books(baseUrl: string, signal: AbortSignal): Promise<readonly string[]> {
  const titles: string[] = []
  const listing = createCatalogueClient({ baseUrl }).findBooksAll({ author: 'Ann' }, { signal })
  for await (const { title } of listing) titles.push(title)
  return titles
}
