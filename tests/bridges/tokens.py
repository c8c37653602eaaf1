"""A tokenizer made on the spot, for trainers that want one."""

from collections.abc import Iterable

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import PreTrainedTokenizerFast

SPECIAL = ["<pad>", "<|im_start|>", "<|im_end|>"]


def tokenizer(texts: Iterable[str], template: str) -> PreTrainedTokenizerFast:
    """Return a tokenizer of bytes, with merges learnt from some texts, and with this chat template."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    learner = trainers.BpeTrainer(
        vocab_size=2000, special_tokens=SPECIAL, initial_alphabet=alphabet, show_progress=False
    )
    made.train_from_iterator(texts, learner)
    found = PreTrainedTokenizerFast(tokenizer_object=made, eos_token="<|im_end|>", pad_token="<pad>")
    found.chat_template = template
    return found
