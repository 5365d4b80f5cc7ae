import { mount } from 'svelte'
import { drive } from '../drive.js'
import Root from './Root.svelte'

mount(Root, { target: document.body })
Object.assign(globalThis, { outcome: drive() })
