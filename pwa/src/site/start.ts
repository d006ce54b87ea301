// All the script a public page has: the pages read without it, and it changes nothing until somebody does something.
import './site.css'

import { currentTheme, applyTheme } from '../ui/theme'
import { watchCheckout } from './checkout'
import { watchMenu } from './menu-focus'

if (currentTheme() !== 'system') applyTheme()
watchMenu()
watchCheckout((address) => location.assign(address))
