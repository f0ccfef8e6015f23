'use strict';
require('v8').startupSnapshot.setDeserializeMainFunction(() => setTimeout(() => console.log('from the snapshot'), 10));
