// All the script a public page has: the pages read without it, and it changes nothing until somebody does something.
import './site.css'

import { currentTheme, applyTheme } from '../ui/theme/theme'
import { watchCheckout } from './pricing/checkout'
import { watchMenu } from './frame/menu-focus'

if (currentTheme() !== 'system') applyTheme()
watchMenu()
watchCheckout((address) => location.assign(address))
