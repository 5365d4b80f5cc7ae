import { check } from '../program'

export const prerender = true

export async function load() {
  return { answer: await check() }
}
