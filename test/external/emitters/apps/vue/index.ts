import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query'
import { createApp } from 'vue'
import { drive } from '../drive.js'
import App from './App.vue'

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
createApp(App).use(VueQueryPlugin, { queryClient }).mount(document.body)
Object.assign(globalThis, { outcome: drive() })
