/* Version of the channel (channel.h), where the ELF note in assembly can read it too: raised with
   every change of the channel's layout. */
#pragma once
#define HPCAST_CHANNEL_VERSION 12
