// What TypeScript makes of an async function that catches what it awaits.
var __awaiter = (this && this.__awaiter) || function (thisArg, _arguments, P, generator) {
    function adopt(value) { return value instanceof P ? value : new P(function (resolve) { resolve(value); }); }
    return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function rejected(value) { try { step(generator["throw"](value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : adopt(result.value).then(fulfilled, rejected); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
    });
};
class PVP {
  constructor(bot) { this.bot = bot; bot.on('gone', () => { this.stop(); }); }
  stop() { return __awaiter(this, void 0, void 0, function* () { try { yield this.bot.wait(); } catch (err) { } }); }
}
exports.PVP = PVP;
